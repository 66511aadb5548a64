/** What else was asked for in the place of what waits, so that a row shows the difference and not only that there is one. */
import { ifReadable } from "@/lib/application/contract-catalog";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { JsonValue } from "@/lib/domain/json";
import { type Money, majorUnits } from "@/lib/domain/normalise/money";
import type { NamedIntentRow } from "@/lib/store/history";
import { endsOf, type IntentEnd } from "@/lib/store/intents";
import { type DriftRow, driftsOf } from "@/lib/store/submissions";
import type { OtherAskDto } from "@/lib/wire/inbox";
import type { IntentState } from "@/lib/wire/intent";
import type { ApiDeps } from "./deps";
import { shortWords } from "./short-words";

type Deps = Pick<ApiDeps, "catalog" | "db">;
type Waiting = NamedIntentRow & { waitingReasons: string[] };

const FIELDS_MAX = 12;

/** By the intent's id. */
export async function otherAsks(deps: Deps, rows: Waiting[]): Promise<Map<string, OtherAskDto[]>> {
  const drifted = rows.filter(({ waitingReasons }) => waitingReasons.includes("drift")).map(({ id }) => id);
  const otherIds = new Set(rows.flatMap((row) => resembledBy(row).map(({ intentId }) => intentId)));
  const [drifts, ends] = await Promise.all([driftsOf(deps.db.client, drifted), endsOf(deps.db.client, [...otherIds])]);
  const found = await Promise.all(
    rows.map(async (row): Promise<[string, OtherAskDto[]]> => {
      const mine = drifts.get(row.id) ?? [];
      const resembled = resembledBy(row);
      if (mine.length + resembled.length === 0) return [row.id, []];
      const contract = await ifReadable(deps.catalog.version(row.tool, row.contractVersion));
      if (contract === null) return [row.id, []];
      return [
        row.id,
        [
          ...mine.map((drift) => ofDrift(contract, row.id, drift)),
          ...resembled.map((one) => ofOther(contract, one, ends.get(one.intentId))),
        ],
      ];
    }),
  );
  return new Map(found);
}

/** After a denial all that was asked about the target is one story, also what the contract lets through as a variant. */
function resembledBy({ resembles, waitingReasons }: Waiting): Resembled[] {
  if (waitingReasons.includes("denied_before")) return resembles ?? [];
  return (resembles ?? []).filter(({ kind }) => waitingReasons.includes(kind));
}

function ofDrift(contract: CompiledContract, intentId: string, { id, differences }: DriftRow): OtherAskDto {
  const asked = askedFor(contract, differences, "new");
  return { kind: "drift", intentId, submissionId: id, state: null, endedAt: null, ...asked };
}

function ofOther(
  contract: CompiledContract,
  { kind, intentId, differences }: Resembled,
  end: IntentEnd | undefined,
): OtherAskDto {
  return {
    kind,
    intentId,
    submissionId: null,
    state: end === undefined ? null : (end.state as IntentState),
    endedAt: end?.endedAt?.toISOString() ?? null,
    ...askedFor(contract, differences, "old"),
  };
}

/** `side`: a drift is newer than what runs, what an intent resembles was there before it. */
function askedFor(
  { definition }: CompiledContract,
  differences: FieldDifference[],
  side: "old" | "new",
): Pick<OtherAskDto, "amount" | "fields"> {
  const money = differences.find(({ pointer }) => definition.fields[pointer]?.as === "money");
  const normalised = money === undefined ? null : money[`${side}Normalised`];
  const rest = differences.filter((difference) => difference !== money || !isMoney(normalised));
  return {
    amount: isMoney(normalised) ? { value: majorUnits(normalised), currency: normalised.currency } : null,
    fields: rest.slice(0, FIELDS_MAX).map((difference) => {
      const value = difference[side];
      return { pointer: difference.pointer, value: value === null ? null : shortWords(value) };
    }),
  };
}

function isMoney(value: JsonValue | null): value is Money {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}
