/** The downstream is asked about the next intents, one by one: select, ask (no transaction), judge and save. */
import { isErased } from "@/lib/domain/erased";
import { firstIdAt } from "@/lib/domain/id";
import { absentAfterMs, mayRunAgain } from "@/lib/domain/intent";
import { judgeProbe, type ProbeSaid } from "@/lib/domain/reconcile/judge";
import { judgedSpan, LOOK_BACK_MS } from "@/lib/domain/reconcile/window";
import { isUnreachable } from "@/lib/store/errors";
import { databaseNow } from "@/lib/store/intents";
import { type ProbedIntent, selectProbed } from "@/lib/store/probed-intents";
import type { Counts, ReconciliationRow } from "@/lib/store/reconciliations";
import { countIntents } from "@/lib/store/statement-rows";
import type { Found } from "./raise";
import { addCounts, lockById, type ReconcileDeps, type Resolved, type Step, takeStep } from "./step";

/** So many a step, and so many at a time: a step is over well before the run could be taken by another worker. */
const ASKED_A_STEP = 8;
const ASKED_AT_ONCE = 4;
const LOOKED_AT_ONCE = 2_000;
const FINISHED = { state: "finished", failure: null } as const;

type Asked = { intent: ProbedIntent; said: ProbeSaid | null };

export async function askProbes(deps: ReconcileDeps, run: ReconciliationRow): Promise<boolean> {
  const span = spanOf(run);
  if (span === null) return takeStep(deps, run, async () => ({ phase: "done", end: FINISHED }));
  const { client } = deps.db;
  const after = typeof run.cursor === "string" ? run.cursor : span.first;
  const limits = { looked: LOOKED_AT_ONCE, asked: ASKED_A_STEP };
  const { intents, lastId, lookedCount } = await selectProbed(client, {
    tool: run.tool,
    after,
    before: span.last,
    ...span,
    limits,
  });
  // Once: of more than anybody counts the total stays unknown.
  const total = run.cursor === null ? await countIntents(client, run.tool, span.first, span.last) : run.total;
  const askedAtMs = await databaseNow(client);
  const asked = await askAll(deps, intents);
  if (deps.signal.aborted) return false;
  return takeStep(deps, run, async (tx) => {
    const locked = await lockById(
      deps,
      tx,
      asked.map(({ intent }) => intent.id),
    );
    const found: Found[] = [];
    const resolves: Resolved[] = [];
    let counted: Counts = { intents: lookedCount };
    for (const { intent, said } of asked) {
      const from = locked.get(intent.id);
      if (from === undefined || said === null) {
        counted = addCounts(counted, { notAsked: 1 });
        continue;
      }
      const { state, effectId, fence, namespace, submissionId, id, tool } = from.row;
      const { attempts, terms } = from.intent;
      const { mayHaveActed } = attempts;
      const provable = (attempts.lastEndedAt ?? askedAtMs) + absentAfterMs(terms);
      const known = { id, tool, state, effectId, fence, mayHaveActed };
      const verdict = judgeProbe(run.tool, known, said, askedAtMs >= provable);
      found.push(...verdict.divergences.map((divergence) => ({ divergence, namespace, intentId: id, submissionId })));
      const isOver = verdict.resolves && mayRunAgain(from.intent);
      if (isOver && said.kind === "present") resolves.push({ from, effectId: said.effectId });
      const isFinding = verdict.count === "missing" || verdict.count === "late";
      counted = addCounts(counted, { asked: 1 }, isFinding ? {} : { [verdict.count]: 1 });
    }
    const step: Step = { found, resolves, counted, cursor: lastId ?? after, done: run.done + lookedCount, total };
    return lastId === null ? { ...step, phase: "done", end: FINISHED } : step;
  });
}

function spanOf({ windowFrom, windowTo, createdAt }: ReconciliationRow) {
  if (windowFrom === null || windowTo === null) return null;
  // Each is asked about by itself: no margin, but what ended since the run began is the next one's.
  const span = judgedSpan({ fromMs: windowFrom.getTime(), toMs: windowTo.getTime() }, createdAt.getTime(), 0);
  if (span === null) return null;
  const { fromMs, toMs } = span;
  const [first, last] = [firstIdAt("int", fromMs - LOOK_BACK_MS), firstIdAt("int", toMs)];
  return { from: new Date(fromMs), to: new Date(toMs), first, last };
}

async function askAll(deps: ReconcileDeps, intents: ProbedIntent[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const waiting = [...intents];
  async function lane(): Promise<void> {
    for (let intent = waiting.shift(); intent !== undefined; intent = waiting.shift()) {
      asked.push({ intent, said: await askOne(deps, intent) });
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
  return asked;
}

/** Null: it cannot be asked about. */
async function askOne(deps: ReconcileDeps, intent: ProbedIntent): Promise<ProbeSaid | null> {
  const { id: intentId, tool, contractVersion, key, args } = intent;
  // Asked without its args, the downstream would answer about something else.
  if (isErased(intent)) return null;
  try {
    const contract = await deps.catalog.version(tool, contractVersion);
    if (contract.definition.execute.probe === undefined) return null;
    const { result } = await deps.ask({ contract, intentId, key, args, signal: deps.signal });
    return result;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    deps.onError(error);
    return { kind: "unknown" };
  }
}
