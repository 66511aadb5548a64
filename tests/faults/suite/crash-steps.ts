// F1–F12: kill -9 at each step of an intent's way, at the exact moment.
import { Random } from "@/demo/agent/random";
import type { CrashPoint } from "@/lib/config/crash-point";
import type { Fault, FaultRun } from "./fault";
import { planApprovals, planWorkload } from "./plan";
import { openSite, type Role, type Site } from "./site";
import { runWorkload } from "./workload";

interface Step {
  id: string;
  title: string;
  role: Role;
  point: CrashPoint;
  /** The moment is passed up to so many times before it is the one. */
  passesMax: number;
  /** So long after the point: the request is then on its way, or has arrived. */
  delayMs?: number;
}

export const STEPS: readonly Step[] = [
  { id: "F1", title: "after parse", role: "web", point: "submit_parsed", passesMax: 40 },
  { id: "F2", title: "after commit, before the answer", role: "web", point: "submit_unanswered", passesMax: 40 },
  { id: "F3", title: "after commit, before the wake-up", role: "web", point: "submit_committed", passesMax: 10 },
  { id: "F4", title: "after the wake-up", role: "web", point: "wake_up_sent", passesMax: 3 },
  { id: "F5", title: "worker before its claim", role: "worker", point: "before_claim", passesMax: 8 },
  { id: "F6", title: "after the claim, before the effect", role: "worker", point: "claimed", passesMax: 4 },
  { id: "F7", title: "request sent", role: "worker", point: "request_sent", passesMax: 20, delayMs: 60 },
  { id: "F8", title: "effect answered, before settle", role: "worker", point: "effect_answered", passesMax: 20 },
  { id: "F9", title: "wake-up taken, before BullMQ's ack", role: "worker", point: "wake_up_taken", passesMax: 3 },
  { id: "F10", title: "after settle, before waking waiters", role: "worker", point: "settled", passesMax: 6 },
  { id: "F11", title: "sweeper in mid-batch", role: "worker", point: "swept", passesMax: 3 },
  { id: "F12", title: "approval committed, before its wake-up", role: "web", point: "decided", passesMax: 3 },
];

/** More than any number of kills needs; the agents stop when there were enough. */
const ACTIONS_MAX = 50_000;
const ACTIONS_MIN = 60;
const ANSWER_LATE_MS = 250;
const LEASES_FIRST = 2;
/** A step that is passed so rarely that its kills do not come is not waited for without end. */
const KILL_MAX_MS = 20_000;
const ROLES = ["web", "worker"] as const;

export const crashSteps: readonly Fault[] = STEPS.map((step) => ({
  id: step.id,
  title: `kill -9: ${step.title}`,
  // The kills that make leases run out come before those that count.
  run: (run) =>
    runSteps(
      step.id,
      [step],
      run,
      (run.size?.kills ?? (run.full ? 200 : 6)) + (step.point === "swept" ? LEASES_FIRST : 0),
    ),
}));

/** Each step once in a while, on one product: what a bounded time allows. */
export const everyStep: Fault = {
  id: "F1-F12",
  title: "kill -9 at every step in turn",
  run: (run) => runSteps("F1-F12", STEPS, run, run.size?.kills ?? (run.full ? 200 : STEPS.length)),
};

async function runSteps(id: string, steps: readonly Step[], { seed, size }: FaultRun, killsMax: number) {
  const random = new Random(seed + 1);
  let site: Site | null = null;
  const killsOf = (role: Role) =>
    (site?.[role === "web" ? "webs" : "workers"] ?? []).reduce((sum, one) => sum + one.killCount(), 0);
  // Each kill is that of the step which was armed: as many of a role as it has steps are all of them.
  const share = (role: Role) => steps.filter((step) => step.role === role).length / steps.length;
  const wanted = { web: Math.ceil(killsMax * share("web")), worker: Math.ceil(killsMax * share("worker")) };
  const isShort = (role: Role) => killsOf(role) < wanted[role];
  const turns = { web: 0, worker: 0 };
  const arm = (role: Role) => {
    const mine = steps.filter((step) => step.role === role);
    const step = mine[turns[role]++ % Math.max(1, mine.length)];
    if (step === undefined || !isShort(role)) return null;
    // There must be leases that ran out before a sweeper can die over them.
    const point = step.point === "swept" && turns[role] <= LEASES_FIRST ? "claimed" : step.point;
    return `${point}:${random.between(1, point === step.point ? step.passesMax : 1)}:kill:${step.delayMs ?? 0}`;
  };
  site = await openSite({ seed, arm });
  try {
    await site.setFault({ route: "*", kind: "slow_success", rate: 0.7, delayMs: ANSWER_LATE_MS });
    const count = size?.actions ?? ACTIONS_MAX;
    const actions = id === "F12" ? planApprovals(seed, count) : planWorkload(seed, count);
    const startedAt = performance.now();
    let answered = () => 0;
    const isOver = () => performance.now() - startedAt > killsMax * KILL_MAX_MS;
    const isEnough = () => answered() >= ACTIONS_MIN && (isOver() || !ROLES.some(isShort));
    const disturb = async (_signal: AbortSignal, count: () => number) => {
      answered = count;
    };
    const row = await runWorkload({ id, site, actions, disturb, isEnough });
    // A step at which nobody died shows nothing.
    for (const role of ROLES.filter(isShort))
      row.verdict.breaches.push(`only ${killsOf(role)} of ${wanted[role]} kills of ${role} came about`);
    return row;
  } finally {
    await site.close();
  }
}
