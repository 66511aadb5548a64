/** The next rows of a statement or listing are compared with our intents: by key first, then by effect id. */
import { isErased } from "@/lib/domain/erased";
import { mayRunAgain } from "@/lib/domain/intent";
import { differencesOf, type ValueDifference } from "@/lib/domain/reconcile/compare-values";
import { judgeRow, type RowInput } from "@/lib/domain/reconcile/judge";
import { DATE_MARGIN_MS } from "@/lib/domain/reconcile/window";
import type { StoredIntent } from "@/lib/store/intents";
import {
  hasUnknownEffects,
  listNamespaces,
  type MatchedIntent,
  matchRows,
  type StagedRow,
  type TimeSpan,
} from "@/lib/store/match-rows";
import type { PipelinedTx } from "@/lib/store/raw-transaction";
import type { Counts, ReconciliationRow } from "@/lib/store/reconciliations";
import { countRows } from "@/lib/store/statement-rows";
import { ifReadable } from "../contract-catalog";
import { EVERY_NAMESPACE, type Found } from "./raise";
import { addCounts, lockById, type ReconcileDeps, type Resolved, type Step, takeStep } from "./step";

export const ROWS_AT_ONCE = 2_000;

export async function compareRows(deps: ReconcileDeps, run: ReconciliationRow): Promise<boolean> {
  return takeStep(deps, run, async (tx) => {
    const after = typeof run.cursor === "number" ? run.cursor : 0;
    const namespaces = await listNamespaces(tx);
    // Asked before the rows are matched: what ends in between has its effect id by then, or was under way when asked.
    const mayBeUnderWay = await hasUnknownEffects(tx, run.tool);
    const wanted = { run: run.number, tool: run.tool, after, limit: ROWS_AT_ONCE, namespaces, span: spanOf(run) };
    const rows = await matchRows(tx, wanted);
    if (rows.length === 0)
      return { phase: "intents", cursor: null, done: 0, total: null, ...(await lostRows(tx, run)) };
    return judgeRows(deps, tx, run, rows, { namespaces, mayBeUnderWay });
  });
}

/** Rows that were there and are not any more would look as if nothing had happened. */
async function lostRows(tx: PipelinedTx, run: ReconciliationRow): Promise<Partial<Step>> {
  const count = await countRows(tx, run.number);
  if (count === (run.counts["rows"] ?? 0)) return {};
  return { end: { state: "failed", failure: "rows_lost" } };
}

async function judgeRows(
  deps: ReconcileDeps,
  tx: PipelinedTx,
  run: ReconciliationRow,
  rows: StagedRow[],
  { namespaces, mayBeUnderWay }: { namespaces: string[]; mayBeUnderWay: boolean },
): Promise<Step> {
  const open = rows.flatMap(({ intent }) => (intent !== null && mayEnd(intent) ? [intent.id] : []));
  const locked = await lockById(deps, tx, open);
  const nowhere = namespaces.length === 1 ? (namespaces[0] ?? EVERY_NAMESPACE) : EVERY_NAMESPACE;
  const found: Found[] = [];
  const resolves: Resolved[] = [];
  let counted: Counts = {};
  for (const row of rows) {
    const skipped = row.isRepeated ? "repeated" : row.isOutside ? "outside" : null;
    if (skipped !== null) {
      counted = addCounts(counted, { [skipped]: 1 });
      continue;
    }
    const intent = row.intent === null ? null : asLocked(row.intent, locked.get(row.intent.id));
    const differences = await compare(deps, tx, run, row, intent);
    const verdict = judgeRow(toInput(run, row, intent, mayBeUnderWay, differences ?? []));
    const named = intent === null ? { namespace: nowhere, intentId: null, submissionId: null } : about(intent);
    found.push(...verdict.divergences.map((divergence) => ({ divergence, ...named })));
    const from = intent === null ? undefined : locked.get(intent.id);
    const isOver = verdict.resolves && from !== undefined && mayRunAgain(from.intent);
    const over = isOver && row.effectId !== null ? [{ from, effectId: row.effectId }] : [];
    const ended = over.filter((one) => mayResolve(run, one.from));
    resolves.push(...ended);
    const isFinding = verdict.count === "orphan" || verdict.count === "late"; // counted by what was found
    counted = addCounts(
      counted,
      isFinding ? {} : { [verdict.count]: 1 },
      differences === null ? { uncompared: 1 } : {},
      { unresolved: over.length - ended.length },
    );
  }
  const last = rows.at(-1)?.line ?? 0;
  return { found, resolves, counted, cursor: last, done: run.done + rows.length };
}

/** An effect may end it: it was tried, and none is on record. */
function mayEnd({ state, fence }: MatchedIntent): boolean {
  return fence > 0 && state !== "executing" && state !== "succeeded" && state !== "partial";
}

/** One approver uploaded the statement: a doubt that the contract leaves to an admin, or to several, stays theirs. */
function mayResolve({ source }: ReconciliationRow, { intent }: StoredIntent): boolean {
  const { role, approvals } = intent.terms.resolution;
  return source !== "statement" || (role === "approver" && approvals === 1);
}

function spanOf({ windowFrom, windowTo, marginMs }: ReconciliationRow): TimeSpan | null {
  if (windowFrom === null || windowTo === null) return null;
  const [fromMs, toMs] = [windowFrom.getTime(), windowTo.getTime()];
  const daysFrom = new Date(fromMs - Math.max(marginMs, DATE_MARGIN_MS));
  return { from: new Date(fromMs - marginMs), to: new Date(toMs + marginMs), daysFrom };
}

function asLocked(intent: MatchedIntent, stored: StoredIntent | undefined): MatchedIntent {
  if (stored === undefined) return intent;
  const { state, effectId, fence, mayHaveActed } = stored.row;
  return { ...intent, state, effectId, fence, mayHaveActed };
}

function about({ namespace, id, submissionId }: MatchedIntent) {
  return { namespace, intentId: id, submissionId };
}

function toInput(
  { tool, unit }: ReconciliationRow,
  row: StagedRow,
  intent: MatchedIntent | null,
  mayBeUnderWay: boolean,
  differences: ValueDifference[],
): RowInput {
  const { key, effectId, line, amount, currency, at, matchedBy, effectIds, isFirst, firstEffectId } = row;
  const isOfFirst = isFirst || effectId === firstEffectId;
  const effect = { key, effectId, line, said: { amount, currency, at, unit } };
  return { tool, effect, intent, matchedBy, effectIds, isOfFirst, mayBeUnderWay, differences };
}

/** Null: there is something to compare, and it cannot be: erased, too large, or args or contract that no longer read. */
async function compare(
  { catalog }: ReconcileDeps,
  tx: PipelinedTx,
  { tool, unit }: ReconciliationRow,
  row: StagedRow,
  intent: MatchedIntent | null,
): Promise<ValueDifference[] | null> {
  if (intent === null || intent.tool !== tool || (row.amount === null && row.target === null)) return [];
  const { args, argsDigest, state, contractVersion } = intent;
  if (args === null || isErased({ args, argsDigest })) return null;
  const contract = await ifReadable(catalog.versionOf(tx, tool, contractVersion));
  if (contract === null) return null;
  const differences = differencesOf(contract, args, row, unit);
  // Only part of it was done, so the amount may be less.
  return state === "partial" ? (differences?.filter(({ what }) => what !== "amount") ?? null) : differences;
}
