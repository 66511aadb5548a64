/**
 * An uploaded statement is read as it comes and staged in sets; when all of it is there, the comparison starts. Memory is
 * one set of rows, whatever its length. A statement that is refused leaves nothing behind.
 */
import { schemaAt } from "@/lib/domain/contract/schema-at";
import { EVERY_ELEMENT, parsePointer } from "@/lib/domain/pointer";
import { BrokenArrayError } from "@/lib/domain/reconcile/json-records";
import {
  makeStatementReader,
  type StatementFormat,
  type StatementReader,
  UnreadableStatementError,
} from "@/lib/domain/reconcile/statement-reader";
import type { ReadRow, StatementRow, Unit } from "@/lib/domain/reconcile/statement-row";
import { DATE_MARGIN_MS, EDGE_MARGIN_MS } from "@/lib/domain/reconcile/window";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { NO_LOCKS } from "@/lib/store/raw-transaction";
import {
  completeUpload,
  insertReconciliation,
  keepReceiving,
  type ReconciliationRow,
} from "@/lib/store/reconciliations";
import { removeReceivedRows, removeUpload, stageRows } from "@/lib/store/statement-rows";
import { ConflictError, InvalidError } from "../errors";
import { runEvent } from "./run-audit";
import { loadReconciliation, requireRoom, requireWindow, type StartDeps } from "./start-reconciliation";

export const STATEMENT_ROWS_MAX = 1_000_000;
export const STATEMENT_BYTES_MAX = 256 * 1_048_576;
const ROWS_A_SET = 2_000;
/** Longer than a piece of an upload takes on any line: only a web process that died leaves it to run out. */
const RECEIVING_FOR_MS = 120_000;
const PIECE_BYTES = 1_048_576;
const FAULTS_SHOWN_MAX = 20;
const NO_ROWS =
  "The statement has no rows. Is it the right file? If nothing happened, say in which time: with `from` and `to`.";

export type StatementInput = {
  operator: StoredOperator;
  tool: string;
  format: StatementFormat;
  unit: Unit;
  from?: Date | undefined;
  to?: Date | undefined;
  chunks: AsyncIterable<Uint8Array>;
};
export type RowFault = { line: number; message: string };
export type Received = { run: ReconciliationRow; faults: RowFault[] };

export class StatementTooLargeError extends Error {
  override name = "StatementTooLargeError";
}

/** Smaller ones are for tests. */
export type StatementLimits = { rowsMax: number; bytesMax: number };
const LIMITS: StatementLimits = { rowsMax: STATEMENT_ROWS_MAX, bytesMax: STATEMENT_BYTES_MAX };

type Tally = {
  rows: number;
  bad: number;
  firstAt: number | null;
  lastAt: number | null;
  hasDates: boolean;
  faults: RowFault[];
};

export async function receiveStatement(
  deps: StartDeps,
  input: StatementInput,
  limits: StatementLimits = LIMITS,
): Promise<Received> {
  const { tool, unit, format } = input;
  const { contract } = await deps.catalog.active(tool);
  const isArgument = (pointer: string) =>
    !parsePointer(pointer).includes(EVERY_ELEMENT) && schemaAt(contract.definition.args, pointer).kind !== "absent";
  const reader = makeStatementReader({ format, unit, isArgument });
  const opened = await open(deps, input);
  try {
    const tally = await stageAll(deps, opened, input.chunks, reader, limits);
    // Without a window there is nothing to compare: the wrong file would look as if all was well.
    if (tally.rows === 0 && input.from === undefined) throw new UnreadableStatementError(NO_ROWS);
    return { run: await complete(deps, opened.id, input, tally, reader.ignored()), faults: tally.faults };
  } catch (error) {
    await discard(deps, opened);
    if (error instanceof UnreadableStatementError || error instanceof BrokenArrayError) {
      throw new InvalidError("invalid_request", error.message, [{ pointer: "", message: error.message }]);
    }
    throw error;
  }
}

type Opened = { id: string; number: number };

async function open({ db, newId }: StartDeps, { tool, unit, operator, from, to }: StatementInput): Promise<Opened> {
  if ((from === undefined) !== (to === undefined)) {
    const message = "Expected both from and to, or neither.";
    throw new InvalidError("invalid_request", message, [{ pointer: from === undefined ? "/from" : "/to", message }]);
  }
  if (from !== undefined && to !== undefined) requireWindow({ fromMs: from.getTime(), toMs: to.getTime() });
  return db.transaction(async (tx) => {
    await requireRoom(tx, tool);
    const nowMs = await databaseNow(tx);
    const id = newId("rec");
    const number = await insertReconciliation(tx, {
      ...{ id, tool, unit, source: "statement", state: "receiving", phase: "receiving" },
      ...{ windowFrom: from ?? null, windowTo: to ?? null, marginMs: EDGE_MARGIN_MS },
      ...{ requestedBy: operator.id, scheduledFor: null },
      createdAt: new Date(nowMs),
      dueAt: new Date(nowMs + RECEIVING_FOR_MS),
    });
    if (number === null) throw new TypeError("A new reconciliation was there already.");
    return { id, number };
  });
}

async function stageAll(
  deps: StartDeps,
  opened: Opened,
  chunks: AsyncIterable<Uint8Array>,
  reader: StatementReader,
  { rowsMax, bytesMax }: StatementLimits,
): Promise<Tally> {
  const tally: Tally = { rows: 0, bad: 0, firstAt: null, lastAt: null, hasDates: false, faults: [] };
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let waiting: StatementRow[] = [];
  let byteCount = 0;
  let keptCount = 0;
  async function take(read: ReadRow[]): Promise<void> {
    for (const one of read) {
      count(tally, one);
      if (tally.rows > rowsMax) throw new StatementTooLargeError("The statement has too many rows.");
      waiting.push(one.row);
      if (waiting.length < ROWS_A_SET) continue;
      await stage(deps, opened, waiting, tally.rows);
      waiting = [];
    }
  }
  for await (const chunk of chunks) {
    byteCount += chunk.byteLength;
    if (byteCount > bytesMax) throw new StatementTooLargeError("The statement is too long.");
    await take(reader.push(decoder.decode(chunk, { stream: true })));
    // Rows may be so long that a set of them takes many pieces.
    if (byteCount - keptCount < PIECE_BYTES) continue;
    keptCount = byteCount;
    await stage(deps, opened, [], tally.rows);
  }
  await take(reader.push(decoder.decode()));
  await take(reader.end());
  await stage(deps, opened, waiting, tally.rows);
  return tally;
}

function count(tally: Tally, { row, isDate }: ReadRow): void {
  tally.rows += 1;
  if (row.fault !== null) {
    tally.bad += 1;
    if (tally.faults.length < FAULTS_SHOWN_MAX) tally.faults.push({ line: row.line, message: row.fault });
  }
  if (row.at === null) return;
  const at = row.at.getTime();
  tally.hasDates ||= isDate;
  tally.firstAt = Math.min(tally.firstAt ?? at, at);
  tally.lastAt = Math.max(tally.lastAt ?? at, at);
}

async function stage({ db }: StartDeps, { id, number }: Opened, rows: StatementRow[], done: number): Promise<void> {
  await db.rawTransaction(NO_LOCKS, async (tx) => {
    if (!(await keepReceiving(tx, id, { forMs: RECEIVING_FOR_MS, done }))) throw stopped();
    await stageRows(tx, number, rows);
  });
}

function stopped(): ConflictError {
  return new ConflictError("reconciliation_over", "The upload was stopped by an operator, or took too long.", {
    correctiveAction: "Upload the statement again.",
  });
}

const DAY_MS = 86_400_000;

async function complete(
  { db, newId }: StartDeps,
  id: string,
  { from, to, operator }: StatementInput,
  tally: Tally,
  ignored: string[],
): Promise<ReconciliationRow> {
  const { rows, bad, firstAt, lastAt, hasDates } = tally;
  const dated =
    firstAt === null || lastAt === null
      ? null
      : { from: new Date(firstAt), to: new Date(lastAt + (hasDates ? DAY_MS : 0)) };
  const window = from !== undefined && to !== undefined ? { from, to } : dated;
  const warnings = [
    ...(window === null ? ["The statement has no dates: without `from` and `to` nothing can be called missing."] : []),
    ...(ignored.length > 0 ? [`Columns that mean nothing here: ${ignored.join(", ")}.`] : []),
  ];
  // The days of a statement begin in a zone that nobody tells.
  const marginMs = hasDates && from === undefined ? DATE_MARGIN_MS : EDGE_MARGIN_MS;
  return db.transaction(async (tx) => {
    const nowMs = await databaseNow(tx);
    const counts = { rows, ...(bad === 0 ? {} : { bad }) };
    if (!(await completeUpload(tx, id, { window, marginMs, counts, warnings, at: new Date(nowMs) }))) throw stopped();
    const run = await loadReconciliation(tx, id);
    const event = runEvent("started", { kind: "operator", id: operator.id }, run, { counts });
    await recordEvents(tx, newId, nowMs, [event]);
    return run;
  });
}

async function discard({ db }: StartDeps, { id, number }: Opened): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await db.transaction((tx) => removeReceivedRows(tx, number, from));
  }
  await db.transaction((tx) => removeUpload(tx, id));
}
