// Workload W: what the agents will ask for, decided beforehand by the seed. Every order is asked for by one key, so
// that however often and in whatever words it is asked, it may have one effect.
import { Random } from "@/demo/agent/random";
import { TOOLS, type Tool } from "./contracts";

export type ActionKind = "fresh" | "repeat" | "reworded" | "drifted" | "approval";
export interface Action {
  kind: ActionKind;
  tool: string;
  orderId: string;
  body: { tool: string; run: string; step: string; args: Record<string, unknown> };
}

/** Duplicates are of recent actions: most of them meet the first while it is still under way. */
const RECENT_MAX = 30;
const NEEDS_APPROVAL = 5_000;

export function planWorkload(seed: number, count: number, tools: readonly [Tool, ...Tool[]] = TOOLS): Action[] {
  const random = new Random(seed);
  const firsts: Action[] = [];
  return Array.from({ length: count }, (_, turn) => {
    const recent = firsts[firsts.length - 1 - random.between(0, Math.min(RECENT_MAX, firsts.length) - 1)];
    const kind = drawKind(random);
    if (recent !== undefined && kind !== "fresh" && kind !== "approval") return again(random, kind, recent);
    const amount = kind === "approval" ? NEEDS_APPROVAL : random.between(1, 90);
    const first = firstAction(kind === "approval" ? kind : "fresh", random.pick(tools), `${seed}-${turn}`, amount);
    firsts.push(first);
    return first;
  });
}

function drawKind(random: Random): ActionKind {
  const drawn = random.next();
  if (drawn < 0.6) return "fresh";
  if (drawn < 0.8) return "repeat";
  if (drawn < 0.9) return "reworded";
  return drawn < 0.95 ? "drifted" : "approval";
}

function firstAction(kind: ActionKind, tool: Tool, orderId: string, amount: number): Action {
  return { kind, tool, orderId, body: { tool, run: orderId, step: "s", args: { orderId, amount, note: "as asked" } } };
}

function again(random: Random, kind: ActionKind, first: Action): Action {
  const { args } = first.body;
  const amount = Number(args["amount"]);
  const reworded = { orderId: ` ${first.orderId} `, amount: `${amount}.0`, note: `in other words ${random.next()}` };
  const changed = { repeat: args, reworded, drifted: { ...args, amount: amount + 1 } }[
    kind as "repeat" | "reworded" | "drifted"
  ];
  return { ...first, kind, body: { ...first.body, args: changed } };
}

/** Actions that all wait for a person. */
export function planApprovals(seed: number, count: number, tools: readonly [Tool, ...Tool[]] = TOOLS): Action[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, turn) =>
    firstAction("approval", random.pick(tools), `${seed}-${turn}`, NEEDS_APPROVAL),
  );
}
