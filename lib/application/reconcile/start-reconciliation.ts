/** Somebody asks, or the schedule says, to compare a tool's intents with what the downstream says. */
import type { Actor } from "@/lib/domain/actor";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import type { IdPrefix } from "@/lib/domain/id";
import type { Unit } from "@/lib/domain/reconcile/statement-row";
import { EDGE_MARGIN_MS, TIMES_FROM_MS, TIMES_TO_MS, type Window } from "@/lib/domain/reconcile/window";
import type { Database, Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import {
  countGoingOn,
  findReconciliation,
  insertReconciliation,
  type ReconciliationRow,
} from "@/lib/store/reconciliations";
import type { ContractCatalog } from "../contract-catalog";
import { ConflictError, InvalidError, NotFoundError } from "../errors";
import { runEvent } from "./run-audit";

export type StartDeps = { db: Database; newId: (prefix: IdPrefix) => string; catalog: Pick<ContractCatalog, "active"> };
export type StartInput = {
  operator: StoredOperator;
  tool: string;
  source?: "probe" | "list" | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const DAY_MS = 86_400_000;
const WINDOW_MAX_MS = 366 * DAY_MS;
/** A tool needs no more at a time; whoever asks in a loop is told. */
const GOING_ON_MAX = 5;

export async function startReconciliation(deps: StartDeps, input: StartInput): Promise<ReconciliationRow> {
  const { tool, operator } = input;
  const { contract } = await deps.catalog.active(tool);
  const source = sourceOf(contract, input.source);
  return deps.db.transaction(async (tx) => {
    const nowMs = await databaseNow(tx);
    const toMs = input.to?.getTime() ?? nowMs;
    const window = { fromMs: input.from?.getTime() ?? toMs - DAY_MS, toMs };
    requireWindow(window);
    await requireRoom(tx, tool);
    const by = { requestedBy: operator.id, scheduledFor: null };
    const id = await openRun(tx, deps.newId, {
      tool,
      source,
      window,
      unit: unitOf(source, contract.definition.execute),
      nowMs,
      by,
      actor: { kind: "operator", id: operator.id },
    });
    return loadReconciliation(tx, id ?? "");
  });
}

export async function loadReconciliation(tx: Pick<Tx, "$queryRawUnsafe">, id: string): Promise<ReconciliationRow> {
  const row = await findReconciliation(tx, id);
  if (row === null) throw new NotFoundError("not_found", "There is no such reconciliation.");
  return row;
}

function sourceOf({ definition }: CompiledContract, wanted: StartInput["source"]): "probe" | "list" {
  const { list, probe } = definition.execute;
  const source = wanted ?? (list === undefined ? "probe" : "list");
  if ((source === "list" ? list : probe) !== undefined) return source;
  const message = `The tool's contract declares no execute.${source}${wanted === undefined ? " and no execute.list" : ""}: upload a statement instead.`;
  throw new InvalidError("invalid_request", message, [{ pointer: "/source", message }]);
}

export function requireWindow(window: Window): void {
  const message = windowFault(window);
  if (message !== null) throw new InvalidError("invalid_request", message, [{ pointer: "/from", message }]);
}

function windowFault({ fromMs, toMs }: Window): string | null {
  if (fromMs < TIMES_FROM_MS || toMs > TIMES_TO_MS) return "The window is not between 1970 and 3000.";
  if (fromMs >= toMs) return "The window ends before it begins.";
  return toMs - fromMs > WINDOW_MAX_MS ? "The window is longer than 366 days." : null;
}

export async function requireRoom(tx: Pick<Tx, "$queryRawUnsafe">, tool: string): Promise<void> {
  if ((await countGoingOn(tx, tool)) < GOING_ON_MAX) return;
  const correctiveAction = "Wait until one of them has ended, or stop one: GET /api/v1/reconciliations lists them.";
  throw new ConflictError("too_many_reconciliations", `${GOING_ON_MAX} reconciliations of this tool are going on.`, {
    correctiveAction,
    retriable: true,
  });
}

type Opened = {
  tool: string;
  source: "probe" | "list";
  window: Window;
  unit: Unit;
  nowMs: number;
  by: { requestedBy: string | null; scheduledFor: Date | null };
  actor: Actor;
};

/** In what a listing's amounts are where no currency is told: its rows are compared when the contract may be another. */
export function unitOf(source: "probe" | "list", { list }: Pick<ContractDefinition["execute"], "list">): Unit {
  return source === "list" ? (list?.unit ?? "major") : "major";
}

/** Null: another worker has opened the scheduled one. */
export async function openRun(tx: Tx, newId: StartDeps["newId"], opened: Opened): Promise<string | null> {
  const { tool, source, window, unit, nowMs, by, actor } = opened;
  const id = newId("rec");
  const times = { windowFrom: new Date(window.fromMs), windowTo: new Date(window.toMs) };
  const at = new Date(nowMs);
  const run = { id, tool, source, ...times, ...by };
  const number = await insertReconciliation(tx, {
    ...run,
    state: "running",
    phase: source === "list" ? "reading" : "probing",
    marginMs: EDGE_MARGIN_MS,
    unit,
    createdAt: at,
    dueAt: at,
  });
  if (number === null) return null;
  await recordEvents(tx, newId, nowMs, [runEvent("started", actor, run)]);
  return id;
}
