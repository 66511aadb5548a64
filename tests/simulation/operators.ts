/** Operators, who decide, take back, stop, allow, order again, publish and erase, and are sometimes wrong about a doubt. */
import type { UntimedEvent } from "@/lib/application/execution-store";
import { hasEnded, type Intent } from "@/lib/domain/intent";
import type { IntentRow } from "@/lib/store/intent-row";
import { PUBLISHED_TOOLS } from "./contracts";
import { bypassInMemory } from "./memory-bypass";
import { eraseInMemory } from "./memory-erasure";
import {
  approveInMemory,
  grantInMemory,
  type Person,
  pauseInMemory,
  publishInMemory,
  resumeInMemory,
} from "./memory-switches";
import { AGENT } from "./submission";
import type { World } from "./world";

const OPERATOR: Person = { operatorId: "opr_1", role: "admin" };
const ACTOR = { kind: "operator", id: OPERATOR.operatorId } as const;
const HOME = "https://x.example";
const ORIGINS = [HOME, "https://y.example"];
const GRANT = { tool: "granted", amountMax: 100, usesMax: 2, lastsMs: 600_000 };

/** What is there from the start. */
export function prepare({ plan, store, random, downstream }: World): void {
  if (plan.grants) grantInMemory(store, OPERATOR, GRANT);
  if (plan.crowd) downstream.goAway(HOME, 15_000 + random.below(20_000));
}

/** One turn of everybody who is no agent. */
export function meddle(world: World): void {
  const { random, plan } = world;
  if (random.chance(Math.max(plan.meddling, plan.wrongness))) decideOne(world);
  if (random.chance(plan.pausing)) turnSwitch(world);
  if (random.chance(plan.bypassing)) bypassOne(world);
  if (random.chance(plan.erasing)) eraseOne(world);
  if (random.chance(plan.publishing)) publishOne(world);
  if (random.chance(plan.outage)) world.downstream.goAway(random.pick(ORIGINS), 10_000 + random.below(20_000));
}

export function resumeAll({ store }: World): void {
  for (const pause of [...store.pauses]) resumeInMemory(store, OPERATOR, pause);
}

/** An operator, or an agent who changes its mind, does something to one of the intents. */
function decideOne(world: World): void {
  const { store, random, queue, scheduler } = world;
  const open = [...store.rows.values()].filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return;
  const inDoubt = open.filter(({ state }) => state === "in_doubt");
  const { id } = random.pick(inDoubt.length > 0 && random.chance(0.5) ? inDoubt : open);
  const stored = store.load(id);
  const event = stored === null ? null : somethingTo(world, stored.row, stored.intent);
  if (stored === null || event === null) return;
  scheduler.hooks.trace?.("people", `${event.type} ${id}`);
  const row =
    event.type === "approve"
      ? approveInMemory(store, OPERATOR, stored.row)
      : store.tryApply(id, ACTOR, event, event.type === "resolve" ? saidIn(event) : {});
  if (row?.state === "cleared") queue.wake([id]);
  if (event.type !== "resolve" || event.outcome !== "not_executed" || event.then !== "retry") return;
  if (row === null) world.saw("too_early");
  else if (event.confirmEarly === true) world.saw("insisted");
}

function somethingTo(world: World, row: IntentRow, intent: Intent): UntimedEvent | null {
  const { random, store } = world;
  const { state, argsDigest } = intent;
  const decisionId = store.deps.newId("dec");
  if (hasEnded(state)) return null;
  switch (state.kind) {
    case "held":
      if (state.hold.reasons.includes("limit")) world.saw("over_limit");
      if (state.hold.reasons.includes("denied_before")) world.saw("denied_before");
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

type Statement = Extract<UntimedEvent, { type: "resolve" }>;

/** What the ledger shows; nothing, as long as a request may still land. Or else what a person believes to have seen. */
function statementOn(world: World, { id, key }: IntentRow): Statement | null {
  const { downstream, random, plan, store } = world;
  const said = { type: "resolve", ...OPERATOR, evidence: "seen in their ledger" } as const;
  const [effect] = downstream.effectsOf(key);
  const nothing = {
    ...said,
    outcome: "not_executed",
    then: random.pick(["retry", "fail"] as const),
    confirmEarly: random.chance(0.5),
  } as const;
  if (random.chance(plan.wrongness)) {
    if (effect === undefined && !downstream.isAwaited(key)) return null;
    world.saw("wrong_statement");
    return random.chance(0.7) ? nothing : { ...said, outcome: "executed", effectId: `seen_${world.newId("dec")}` };
  }
  // The record refuses an effect that is another intent's (`resolve-doubt`).
  if (effect !== undefined && store.ownerOf(id, effect.id) !== null) return null;
  if (effect !== undefined) return { ...said, outcome: "executed", effectId: effect.id };
  return downstream.isAwaited(key) ? null : nothing;
}

/** As `resolve-doubt` puts it on record. */
function saidIn(event: Statement): Record<string, unknown> {
  return event.outcome === "executed"
    ? { outcome: event.outcome, effectId: event.effectId }
    : { outcome: event.outcome, then: event.then };
}

function turnSwitch({ store, random, saw, scheduler }: World): void {
  const active = store.pauses.find(({ resumedAt }) => resumedAt === null);
  if (active !== undefined) {
    resumeInMemory(store, OPERATOR, active);
    return;
  }
  const tools = [...new Set([...store.rows.values()].map(({ tool }) => tool))];
  const place = random.pick([
    { covers: "everything", target: "" } as const,
    { covers: "agent", target: AGENT.id } as const,
    ...tools.map((target) => ({ covers: "tool", target }) as const),
  ]);
  scheduler.hooks.trace?.("people", `pause ${place.covers} ${place.target}`);
  if (pauseInMemory(store, OPERATOR, place)) saw("pause");
}

function bypassOne({ store, random, queue, saw, scheduler }: World): void {
  const ended = [...store.rows.values()].filter(({ endedAt, successorId }) => endedAt !== null && successorId === null);
  if (ended.length === 0) return;
  const successor = bypassInMemory(store, OPERATOR, random.pick(ended).id);
  if (successor === null) return;
  scheduler.hooks.trace?.("people", `bypass ${successor.predecessorId} with ${successor.id}`);
  saw("bypass");
  if (successor.state === "cleared") queue.wake([successor.id]);
}

function eraseOne({ store, random, saw, scheduler }: World): void {
  const ended = [...store.rows.values()].filter(({ endedAt }) => endedAt !== null);
  if (ended.length === 0) return;
  const { id } = random.pick(ended);
  if (!eraseInMemory(store, id)) return;
  scheduler.hooks.trace?.("people", `erase ${id}`);
  saw("erasure");
}

function publishOne({ store, random, saw, scheduler }: World): void {
  const tool = random.pick(PUBLISHED_TOOLS);
  if (!publishInMemory(store, OPERATOR, tool)) return;
  scheduler.hooks.trace?.("people", `publish ${tool}`);
  saw("publish");
}
