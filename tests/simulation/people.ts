/** Agents, who ask until they know, in their own words, sometimes with a key that was meant for something else. */
import type { Recorded } from "@/lib/application/intake/pending";
import { isErased } from "@/lib/domain/erased";
import { PLAIN_TOOLS, PUBLISHED_TOOLS } from "./contracts";
import type { Process } from "./scheduler";
import type { Sent } from "./submission";
import type { World } from "./world";

const ASKS_MAX = 3;
const PATIENCE_MS = 8_000;

/** One action that somebody wants once, asked for by one or two agents. */
export function startAction(world: World, index: number): void {
  const { random, plan } = world;
  const tool = toolFor(world);
  const amount = amountFor(world, tool);
  // Two actions now and then mean the same thing in another run.
  const thing = random.chance(0.15) ? "thing-0" : `thing-${index}`;
  const callerKey = random.chance(plan.callerKeys) ? callerKeyFor(world, tool, index) : undefined;
  const args = { id: thing, amount, action: `action-${index}` };
  const sent = { tool, run: "run", step: `step-${index}`, args, callerKey };
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

function toolFor({ random, plan }: World): string {
  if (plan.crowd) return "keyed";
  const special = [
    ...(plan.limits ? ["limited"] : []),
    ...(plan.grants ? ["granted"] : []),
    ...(plan.publishing > 0 ? PUBLISHED_TOOLS : []),
    // A caller's key belongs to a tool: only there can it be used twice.
    ...(plan.callerKeys > 0 ? ["keyed"] : []),
  ];
  return special.length > 0 && random.chance(0.7) ? random.pick(special) : random.pick(PLAIN_TOOLS);
}

/** Cleared by policy, held for people, or refused; what a grant is there for waits for people without it. */
function amountFor({ random }: World, tool: string): number {
  if (tool === "granted") return random.chance(0.9) ? 80 : 200;
  return random.chance(0.7) ? 20 : random.chance(0.9) ? 80 : 2_000;
}

/** Its own, or one that the same agent has used before. The window of `brief` is over sooner than a world is. */
function callerKeyFor({ random, plan, saw }: World, tool: string, index: number): string {
  saw("caller_key");
  return tool !== "brief" && index > 1 && random.chance(plan.keyReuse) ? "caller-1" : `caller-${index}`;
}

async function ask(world: World, agent: Process, sent: Sent): Promise<void> {
  const { random, plan, scheduler, judge, saw } = world;
  for (let count = 0; count < ASKS_MAX; count += 1) {
    const { args } = sent;
    const amount = random.chance(plan.drifted) ? Number(args["amount"]) + 5 : args["amount"];
    const worded = random.chance(plan.reworded) ? { amount: `${amount}.00`, note: "again" } : { amount };
    const asked = { ...sent, args: { ...args, ...worded } as Sent["args"] };
    const recorded = await submit(world, agent, asked);
    if (recorded?.kind === "refused" && recorded.code === "idempotency_key_reused") {
      saw("caller_key_reused");
      return;
    }
    if (recorded?.kind === "recorded") {
      judge.acknowledge(recorded.submissionId, recorded.row, asked);
      if (isErased(recorded.row)) saw("asked_after_erasure");
      if (recorded.row.endedAt !== null && count > 0) return;
    }
    await scheduler.sleep(agent, 500 + random.skewed(0, 20_000));
  }
}

/** Null: nobody answered in time, and the agent cannot know what became of it. */
function submit(world: World, agent: Process, sent: Sent): Promise<Recorded | null> {
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
      web.submit(sent).then(answer, () => answer(null));
    });
  });
}
