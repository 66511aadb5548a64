/**
 * What a call takes from the limits of its contract (DESIGN 4 and 11), exactly, and from which buckets.
 *
 *  C1 A bucket is what is counted, for whom, in which window and currency. The maximum is no part of it: an owner who
 *     raises or lowers one keeps what was used.
 *  C2 Nothing that a model writes makes a bucket but the value of a `per` field; absent is a bucket like any other.
 *  C3 Amounts and maxima are plain decimals in one unit: minor units for money, calls for a count.
 */
import type { ContractDefinition, LimitRule } from "../contract/definition";
import { digestJson } from "../digest";
import type { JsonValue } from "../json";
import type { FieldReport } from "../normalise/normalise-args";
import { type Amount, amountsAt } from "./amounts";
import { type CompiledLimit, compiledLimit, termsIn } from "./compiled-limit";
import { addDecimals, compareDecimals } from "./decimal";

export type LimitCharge = {
  /** For people: `sum of /amount per agent in 24h, at most 2000 USD`. */
  label: string;
  bucket: string;
  /** Null: what is counted is no money. */
  currency: string | null;
  amount: string;
  max: string;
  /** As the owner wrote it: for `windowStart`. */
  window: string;
  over: "hold" | "refuse";
};

type Payer = { id: string; namespace: string };

const ONE_CALL: Amount[] = [{ currency: null, amount: "1" }];

export function chargesOf(
  definition: Pick<ContractDefinition, "tool" | "effect" | "fields" | "limits">,
  fields: readonly FieldReport[],
  asker: Payer,
): LimitCharge[] {
  const { tool, effect, limits } = definition;
  if (effect === "read") return [];
  return limits.flatMap((limit) => {
    const compiled = compiledLimit(limit);
    const payer = [asker.namespace, tool, limit.per, payerOf(limit.per, fields, asker)];
    const rule = limit.sum === undefined ? undefined : definition.fields[limit.sum];
    const amounts = compiled.path === null ? ONE_CALL : amountsAt(compiled.path, rule, fields);
    return amounts.map((amount) => toCharge(limit, compiled, payer, amount));
  });
}

/** `max` is inclusive. */
export function isOver({ amount, max }: Pick<LimitCharge, "amount" | "max">, used: string): boolean {
  return compareDecimals(addDecimals(used, amount), max) > 0;
}

function toCharge(limit: LimitRule, compiled: CompiledLimit, payer: JsonValue[], taken: Amount): LimitCharge {
  const { window, over, sum } = limit;
  const { currency, amount } = taken;
  const { max, label } = termsIn(limit, compiled, currency);
  const bucket = digestJson(["limit", ...payer, sum ?? "count", compiled.windowName, currency]);
  return { label, bucket, currency, amount, max, window, over };
}

/** A field that was taken apart is all its parts together; incidental ones do not tell payers apart. */
function payerOf(per: string, fields: readonly FieldReport[], asker: Payer): JsonValue {
  if (per === "agent") return asker.id;
  if (per === "tool") return null;
  const parts = fields.filter(({ pointer, role }) => {
    const at = pointer.startsWith("#") ? pointer.slice(1) : pointer;
    return role !== "incidental" && (at === per || at.startsWith(`${per}/`));
  });
  return Object.fromEntries(parts.map(({ pointer, normalised }): [string, JsonValue] => [pointer, normalised]));
}
