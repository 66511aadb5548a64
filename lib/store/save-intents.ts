/** Saving intents. Every save is a compare-and-swap on the row's version: a lost race is never silent. */
import type { Intent } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { countsTowardLimits as counts } from "@/lib/domain/limits/counting";
import { enqueueCallbacks, isToldOf } from "./callbacks";
import { INTENT_CHANGING } from "./columns";
import { changedDueWrites } from "./due-writes";
import { ownedEffectsWrite } from "./effects";
import { type ChangingColumns, type IntentRow, type ReadRow, toColumns } from "./intent-row";
import type { Writer } from "./raw-transaction";
import { noteReached } from "./reached-states";
import { releaseReservations } from "./reservations";
import { type Columns, isNamed, rowsSql, toArrays, valueSql } from "./row-arrays";
import { type Write, writeTogether } from "./write-together";

export type IntentChange = {
  /** What is not given of the row is null in its state. */
  from: { row: ReadRow; intent: Intent };
  to: Intent;
  /** The args that run now, where the transition took another submission's. */
  args?: JsonObject;
  submissionCount?: number;
  /** Who asks for it now, where a submission opened it again. */
  asker?: Asker;
};

export type Asker = Pick<IntentRow, "agentId" | "run" | "step" | "session" | "callerKey" | "context" | "identity">;

/**
 * The rows are locked or not: in either case a change that somebody else was faster with undoes the transaction. What
 * is written `beside` goes in the same statement.
 */
export async function saveIntents(tx: Writer, changes: IntentChange[], beside: (Write | null)[] = []): Promise<void> {
  const saving = changes.length === 0 ? [] : writesOf(changes);
  await writeTogether(tx, [...saving, ...beside]);
  for (const { from, to } of changes) if (from.intent.state.kind !== to.state.kind) noteReached(tx, to.state.kind);
  const giveBack = changes.filter(({ from, to }) => counts(from.intent.state.kind) && !counts(to.state.kind));
  await releaseReservations(
    tx,
    giveBack.map(({ from }) => from.row.id),
  );
  const told = changes.filter(({ from, to }) => isToldOf(from.intent.state, to.state));
  await enqueueCallbacks(
    tx,
    told.map(({ from }) => from.row.id),
  );
}

const ASKER = {
  agentId: ["agent_id", "text"],
  run: ["run", "text"],
  step: ["step", "text"],
  session: ["session", "text"],
  callerKey: ["caller_key", "text"],
  // The same as ever, unless it was erased.
  context: ["context", "json"],
  identity: ["identity", "json"],
} as const;

type Saved = Record<string, unknown>;

const SAVED = "saved";

function writesOf(changes: IntentChange[]): (Write | null)[] {
  const rows = changes.map(toSaved);
  const due = changes.map(({ from: { row } }, index) => ({ from: row, to: rows[index] as ChangingColumns }));
  const effects = changes.flatMap(({ from: { row } }, index) => {
    const effectId = (rows[index] as ChangingColumns).effectId;
    return effectId === null || effectId === row.effectId ? [] : [{ effectId, tool: row.tool, intentId: row.id }];
  });
  return [updateOf(changes, rows), ...changedDueWrites(due, SAVED), ownedEffectsWrite(effects)];
}

/** Only columns that change in some row are named: most of a row stays as it is, and need not be sent or parsed. */
function updateOf(changes: IntentChange[], rows: Saved[]): Write {
  const changed = Object.keys(INTENT_CHANGING).filter(
    (property) => property !== "version" && rows.some((row, index) => differs(row, changes[index]?.from.row, property)),
  );
  const takenOver = rows.some(({ agentId }) => agentId !== undefined);
  const columns: Columns = {
    id: ["id", "text"],
    ...Object.fromEntries(["version", ...changed].map((property) => [property, columnOf(property)])),
    ...(takenOver ? ASKER : {}),
  };
  const arrays = toArrays(columns, rows);
  const filled = new Map(arrays.columns.map((column) => [column.column, column]));
  const assignments = changed.map((property) => {
    const [column] = columnOf(property);
    const source = filled.get(column);
    const value = source === undefined ? "null" : valueSql(source);
    return `${column} = ${KEPT.has(property) ? `coalesce(${value}, i.${column})` : value}`;
  });
  const askers = Object.values(takenOver ? ASKER : {}).map(([column]) => {
    const value = filled.has(column) ? `r.${column}` : "null";
    return `${column} = case when r.agent_id is null then i.${column} else ${value} end`;
  });
  return {
    name: SAVED,
    shape: `save ${changed.join(" ")}: ${arrays.shape}`,
    values: arrays.arrays,
    sql: (first) => `update intents as i set ${["version = i.version + 1", ...assignments, ...askers].join(", ")}
      from ${rowsSql(arrays, first)} where ${isNamed("i.id", first)} and i.id = r.id and i.version = r.version
      returning i.id, i.tool, i.agent_id`,
    returns: changes.length,
  };
}

/** Where these are not given, the row's own stay: submissions that only join count up without a new version. */
const KEPT = new Set(["args", "submissionCount"]);

function toSaved({ from: { row }, to, args, submissionCount, asker }: IntentChange): Saved {
  const saved: Saved = toColumns(to, row.dueAt ?? null);
  saved["id"] = row.id;
  saved["version"] = row.version;
  saved["args"] = args ?? null;
  saved["submissionCount"] = submissionCount ?? null;
  return asker === undefined ? saved : Object.assign(saved, asker);
}

function columnOf(property: string): Columns[string] {
  return INTENT_CHANGING[property as keyof typeof INTENT_CHANGING];
}

function differs(saved: Saved, row: ReadRow | undefined, property: string): boolean {
  const [before, after] = [row?.[property as keyof IntentRow] ?? null, saved[property] ?? null];
  if (KEPT.has(property)) return after !== null;
  if (before === after) return false;
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return true;
  if (before instanceof Date && after instanceof Date) return before.getTime() !== after.getTime();
  // A JSON document; one that is merely written in another order is written again.
  return JSON.stringify(before) !== JSON.stringify(after);
}
