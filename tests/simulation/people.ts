/** Agents, who ask until they know, in their own words; and operators, who decide, take back, and never lie. */

import type { UntimedEvent } from "@/lib/application/execution-store";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { hasEnded, type Intent } from "@/lib/domain/intent";
import type { IntentRow } from "@/lib/store/intent-row";
import { type Sent, TOOLS, toPending } from "./contracts";
import type { Process } from "./scheduler";
import type { World } from "./world";

const ASKS_MAX = 3;
const PATIENCE_MS = 8_000;
const OPERATOR = { operatorId: "opr_1", role: "admin" } as const;

/** One action that somebody wants once, asked for by one or two agents. */
export function startAction(world: World, index: number): void {
  const { random, plan } = world;
  const tool = random.pick(TOOLS);
  const amount = random.chance(0.7) ? 20 : random.chance(0.9) ? 80 : 2_000;
  // Two actions now and then mean the same thing in another run.
  const thing = random.chance(0.15) ? "thing-0" : `thing-${index}`;
  const sent = { tool, run: "run", step: `step-${index}`, args: { id: thing, amount } };
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const agent = world.startProcess(`agent-${index}.${count}`);
    const startsAfterMs = random.skewed(0, plan.troubleMs);
    world.askingCount += 1;
    const done = () => {
      world.askingCount -= 1;
    };
    world.scheduler.after(startsAfterMs, "starts", agent, () => void ask(world, agent, sent).then(done));
  }
}

async function ask(world: World, agent: Process, sent: Sent): Promise<void> {
  const { random, plan, scheduler, judge } = world;
  for (let count = 0; count < ASKS_MAX; count += 1) {
    const { args } = sent;
    const amount = random.chance(plan.drifted) ? Number(args["amount"]) + 5 : args["amount"];
    const worded = random.chance(plan.reworded) ? { amount: `${amount}.00`, note: "again" } : { amount };
    const recorded = await submit(world, agent, toPending({ ...sent, args: { ...args, ...worded } as Sent["args"] }));
    if (recorded?.kind === "recorded") {
      judge.acknowledge(recorded.submissionId, recorded.row);
      if (recorded.row.endedAt !== null && count > 0) return;
    }
    await scheduler.sleep(agent, 500 + random.skewed(0, 20_000));
  }
}

/** Null: nobody answered in time, and the agent cannot know what became of it. */
function submit(world: World, agent: Process, pending: PendingSubmission): Promise<Recorded | null> {
  const { scheduler, wire, random, webs } = world;
  return new Promise((resolve) => {
    const web = random.pick(webs);
    const patience = scheduler.after(PATIENCE_MS, "gives up waiting", agent, () => resolve(null));
    scheduler.after(wire.latencyMs(), `submission of ${agent.name} arrives`, web.process, () => {
      const answer = (recorded: Recorded | null) =>
        scheduler.after(wire.latencyMs(), "is answered", agent, () => {
          scheduler.cancel(patience);
          resolve(recorded);
        });
      web.submit(pending).then(answer, () => answer(null));
    });
  });
}

/** An operator, or an agent who changes its mind, does something to one of the intents. */
export function meddle(world: World): void {
  const { store, random, queue, scheduler } = world;
  const open = [...store.rows.values()].filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return;
  const { id } = random.pick(open);
  const stored = store.load(id);
  const event = stored === null ? null : somethingTo(world, stored.row, stored.intent);
  if (event === null) return;
  scheduler.hooks.trace?.("people", `${event.type} ${id}`);
  const row = store.tryApply(id, { kind: "operator", id: OPERATOR.operatorId }, event);
  if (row?.state === "cleared") queue.wake([id]);
}

function somethingTo(world: World, row: IntentRow, intent: Intent): UntimedEvent | null {
  const { random, store } = world;
  const { state, argsDigest } = intent;
  const decisionId = store.deps.newId("dec");
  if (hasEnded(state)) return null;
  switch (state.kind) {
    case "held":
      if (random.chance(0.15)) return { type: "withdraw", reason: null };
      if (random.chance(0.2)) return { type: "deny", ...OPERATOR, decisionId, reason: "no" };
      return { type: "approve", ...OPERATOR, decisionId, argsDigest };
    case "cleared":
    case "executing":
      if (random.chance(0.5)) return { type: "withdraw", reason: null };
      return { type: "undo", ...OPERATOR, expiresAt: store.deps.now() + 30_000 };
    case "in_doubt":
      return statementOn(world, row);
    default:
      return null;
  }
}

/** What the ledger shows; nothing, as long as a request may still land. */
function statementOn({ downstream, random }: World, { key }: IntentRow): UntimedEvent | null {
  const said = { type: "resolve", ...OPERATOR, evidence: "seen in their ledger" } as const;
  const [effect] = downstream.effectsOf(key);
  if (effect !== undefined) return { ...said, outcome: "executed", effectId: effect.id };
  if (downstream.isAwaited(key)) return null;
  return { ...said, outcome: "not_executed", then: random.pick(["retry", "fail"]), confirmEarly: true };
}
