/** The next intents of the tool that must be in the source, and are not (J2). */
import { firstIdAt } from "@/lib/domain/id";
import { missing } from "@/lib/domain/reconcile/judge";
import { judgedSpan, LOOK_BACK_MS } from "@/lib/domain/reconcile/window";
import type { ReconciliationRow } from "@/lib/store/reconciliations";
import { countIntents, findMissing } from "@/lib/store/statement-rows";
import { type ReconcileDeps, takeStep } from "./step";

const INTENTS_AT_ONCE = 5_000;
const FINISHED = { state: "finished", failure: null } as const;

export async function findMissingIntents(deps: ReconcileDeps, run: ReconciliationRow): Promise<boolean> {
  return takeStep(deps, run, async (tx) => {
    const span = spanOf(run);
    if (span === null) return { phase: "done", end: FINISHED };
    const { from, to, first, last } = span;
    const after = typeof run.cursor === "string" ? run.cursor : first;
    // Once: of more than anybody counts the total stays unknown.
    const total = run.cursor === null ? await countIntents(tx, run.tool, first, last) : run.total;
    const wanted = { run: run.number, tool: run.tool, after, before: last, limit: INTENTS_AT_ONCE, from, to };
    const { lastId, lookedCount, found } = await findMissing(tx, wanted);
    const leftOut = run.counts["bad"] ?? 0;
    return {
      found: found.map((intent) => ({
        // Rows that could not be read might be it.
        divergence: missing(intent, leftOut === 0 ? {} : { unreadableRows: leftOut }),
        namespace: intent.namespace,
        intentId: intent.id,
        submissionId: intent.submissionId,
      })),
      counted: { intents: lookedCount },
      cursor: lastId ?? after,
      done: run.done + lookedCount,
      total,
      ...(lookedCount < INTENTS_AT_ONCE ? { phase: "done" as const, end: FINISHED } : {}),
    };
  });
}

function spanOf({ windowFrom, windowTo, readAt, marginMs }: ReconciliationRow) {
  if (windowFrom === null || windowTo === null || readAt === null) return null;
  const window = { fromMs: windowFrom.getTime(), toMs: windowTo.getTime() };
  const span = judgedSpan(window, readAt.getTime(), marginMs);
  if (span === null) return null;
  const { fromMs, toMs } = span;
  const [first, last] = [firstIdAt("int", fromMs - LOOK_BACK_MS), firstIdAt("int", toMs)];
  return { from: new Date(fromMs), to: new Date(toMs), first, last };
}
