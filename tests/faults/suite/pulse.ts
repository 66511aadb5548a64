// Agents that ask for one new action after the other and wait for nothing but the receipt: how many a second, how long each.
import type { Reply } from "./client";
import type { Tool } from "./contracts";
import type { Site } from "./site";

export interface Pulse {
  perSecond: number;
  /** Of those that were taken. */
  tookMs: number[];
  taken: string[];
  /** By status and code. */
  turnedAway: Map<string, number>;
}

interface PulseInput {
  clients: number;
  forMs: number;
  /** Part of every order: another one each time. */
  name: string;
  tool?: Tool;
}

export async function takePulse(
  { asAgent }: Site,
  { clients, forMs, name, tool = "pay_both" }: PulseInput,
): Promise<Pulse> {
  const startedAt = performance.now();
  const pulse: Pulse = { perSecond: 0, tookMs: [], taken: [], turnedAway: new Map() };
  let turn = 0;
  const client = async () => {
    while (performance.now() - startedAt < forMs) {
      const askedAt = performance.now();
      count(pulse, await asAgent("POST", "/intents", orderOf(tool, `${name}-${turn++}`)), performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  pulse.perSecond = (pulse.taken.length / (performance.now() - startedAt)) * 1_000;
  return pulse;
}

export function orderOf(tool: Tool, orderId: string, amount = 5) {
  return { tool, run: orderId, step: "s", args: { orderId, amount, note: "pulse" } };
}

function count(pulse: Pulse, answer: Reply | null, tookMs: number): void {
  if (answer !== null && answer.status < 300) {
    pulse.taken.push(String(answer.body["id"]));
    pulse.tookMs.push(tookMs);
    return;
  }
  const what = answer === null ? "no answer" : `${answer.status} ${answer.body["code"]}`;
  pulse.turnedAway.set(what, (pulse.turnedAway.get(what) ?? 0) + 1);
}
