/**
 * What a filter finds as CSV, read in pages while somebody takes them. That it was taken is on record before the first
 * byte leaves; what could not be read to its end breaks off, and is never taken for whole.
 */
import { csvLine } from "@/lib/domain/csv-line";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { type ExportedIntent, listForExport } from "@/lib/store/export-intents";
import type { IntentListFilter } from "@/lib/store/intent-pages";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { makeSlots } from "./bounded-slots";
import { requireStillWhole, requireWholeHistory, type WholeHistory } from "./history/catch-up";
import type { VersionOf } from "./intake/pending";

export type ExportIntentsDeps = { db: Database; newId: (prefix: IdPrefix) => string; versionOf: VersionOf };
export type ExportIntentsInput = {
  operator: StoredOperator;
  filter: Omit<IntentListFilter, "limit">;
  /** What may be on record of it: names and states, no values that may be somebody's. */
  told: Record<string, unknown>;
};

/** Some hundred kilobytes of text. */
const PAGE = 1_000;
/** Whoever takes many of them at once waits; each holds a connection for a page only. */
const inSlot = makeSlots({ runningMax: 2, waitingMax: 64, refusal: "Too many exports are read at once." });

const HEADER = [
  "id",
  "state",
  "tool",
  "contract_version",
  "namespace",
  "agent_id",
  "agent",
  "run",
  "step",
  "session",
  "target",
  "amount",
  "currency",
  "submissions",
  "generation",
  "effect_id",
  "failure_code",
  "last_decision",
  "last_decision_by",
  "created_at",
  "ended_at",
  "duration_ms",
  "args_digest",
];

/** Text in pieces, each made when the one before was taken. */
export async function exportIntents(
  deps: ExportIntentsDeps,
  { operator, filter, told }: ExportIntentsInput,
): Promise<AsyncGenerator<string, void>> {
  // A file does not say what it lacks.
  const whole = await requireWholeHistory(deps);
  await deps.db.transaction(async (tx) => {
    const actor = { kind: "operator", id: operator.id } as const;
    await recordEvents(tx, deps.newId, await databaseNow(tx), [
      { type: "intents.exported", actor, namespace: null, intentId: null, subject: null, data: told },
    ]);
  });
  return lines(deps.db, filter, whole);
}

async function* lines(
  db: Database,
  asked: Omit<IntentListFilter, "limit">,
  whole: WholeHistory,
): AsyncGenerator<string, void> {
  yield csvLine(HEADER);
  let filter = asked;
  for (;;) {
    const rows = await inSlot(() => listForExport(db.client, { ...filter, limit: PAGE }));
    await requireStillWhole(db.client, whole);
    if (rows.length > 0) yield rows.map((row) => csvLine(toCells(row))).join("");
    const last = rows.at(-1);
    // Ends: every page begins below the last row of the one before.
    if (last === undefined || rows.length < PAGE) return;
    filter = goOn(filter, last);
  }
}

function goOn(
  filter: Omit<IntentListFilter, "limit">,
  { id, amount }: ExportedIntent,
): Omit<IntentListFilter, "limit"> {
  if (filter.money === undefined || amount === null) return { ...filter, beforeId: id };
  return { ...filter, money: { ...filter.money, before: { amount, id } } };
}

function toCells(row: ExportedIntent) {
  const { createdAt, endedAt } = row;
  return [
    row.id,
    row.state,
    row.tool,
    row.contractVersion,
    row.namespace,
    row.agentId,
    row.agentName,
    row.run,
    row.step,
    row.session,
    row.target,
    row.amount,
    row.currency,
    row.submissionCount,
    row.generation,
    row.effectId,
    row.failureCode,
    row.lastDecision,
    row.lastDecidedBy,
    createdAt.toISOString(),
    endedAt?.toISOString() ?? null,
    endedAt === null ? null : endedAt.getTime() - createdAt.getTime(),
    row.argsDigest,
  ];
}
