/**
 * Which limits a held intent would pass, and how far they are used by now: what somebody who approves it lifts. As the
 * approval itself will count them (`application/over-limit`), in one question for all rows of a page.
 */
import { ifReadable } from "@/lib/application/contract-catalog";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { chargesOf, type LimitCharge } from "@/lib/domain/limits/charges";
import { addDecimals, compareDecimals, sumDecimals } from "@/lib/domain/limits/decimal";
import { windowStart } from "@/lib/domain/limits/window";
import { currencyExponent } from "@/lib/domain/normalise/currency-codes";
import { joinDecimal } from "@/lib/domain/normalise/plain-decimal";
import type { IntentRow } from "@/lib/store/intent-row";
import { databaseNow } from "@/lib/store/intents";
import { loadUsage } from "@/lib/store/reservations";
import { submittersOf } from "@/lib/store/submissions";
import type { LimitUseDto } from "@/lib/wire/limit";
import type { ApiDeps } from "./deps";
import { explainFields } from "./explained-fields";

type Deps = Pick<ApiDeps, "catalog" | "db">;
type Charged = Pick<LimitUseDto, "per" | "sum"> & { charge: LimitCharge };

/** By the id of the intent; only of those that a limit holds. */
export async function limitsOf({ catalog, db }: Deps, rows: readonly IntentRow[]): Promise<Map<string, LimitUseDto[]>> {
  const limited = rows.filter(({ state, hold }) => state === "held" && hold?.reasons.includes("limit"));
  if (limited.length === 0) return new Map();
  const submitters = await submittersOf(
    db.client,
    limited.map(({ submissionId }) => submissionId),
  );
  const charged = await Promise.all(
    limited.map(async (row) => {
      const contract = await ifReadable(catalog.version(row.tool, row.contractVersion));
      const agentId = submitters.get(row.submissionId) ?? row.agentId;
      return [row.id, contract === null ? [] : chargesOn(contract, row, agentId)] as const;
    }),
  );
  const at = await databaseNow(db.client);
  const wanted = charged.flatMap(([, charges]) =>
    charges.map(({ charge: { bucket, window } }) => ({ bucket, sinceMs: windowStart(window, at) })),
  );
  const used = await loadUsage(db.client, wanted);
  return new Map(charged.map(([id, charges]) => [id, charges.map((one) => toUse(one, used))]));
}

/** Limit by limit, so that each charge is told with what its owner wrote. */
function chargesOn(contract: CompiledContract, row: IntentRow, agentId: string): Charged[] {
  const fields = explainFields(contract, row) ?? [];
  const { definition } = contract;
  return definition.limits.flatMap((limit) =>
    chargesOf({ ...definition, limits: [limit] }, fields, { id: agentId, namespace: row.namespace }).map((charge) => ({
      per: limit.per,
      sum: limit.sum ?? null,
      charge,
    })),
  );
}

function toUse({ per, sum, charge }: Charged, usage: Map<string, string>): LimitUseDto {
  const { currency, window, amount, max, bucket } = charge;
  const used = usage.get(bucket) ?? "0";
  const excess = sumDecimals([addDecimals(used, amount), negated(max)]);
  const major = (minor: string) => toMajor(minor, currency);
  return {
    ...{ per, sum, window, currency },
    max: major(max),
    used: major(used),
    amount: major(amount),
    excess: compareDecimals(excess, "0") > 0 ? major(excess) : null,
  };
}

function negated(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}

function toMajor(minor: string, currency: string | null): string {
  if (currency === null) return minor;
  const [whole = "0", fraction = ""] = minor.replace("-", "").split(".");
  return joinDecimal(minor.startsWith("-"), whole, fraction, -(currencyExponent(currency) ?? 0));
}
