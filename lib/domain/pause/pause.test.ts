import { expect, test } from "vitest";
import { isPaused, type Pause, pausesOn } from "./pause";

const pause = (covers: Pause["covers"], target: string, resumedAt: number | null = null): Pause => ({
  covers,
  target,
  pausedAt: 0,
  resumedAt,
});
const intent = { tool: "refund_payment", agentId: "agt_1" };

test("a pause covers its tool, its agent or everything, and nothing else", () => {
  const all = pause("everything", "");
  const tool = pause("tool", "refund_payment");
  const agent = pause("agent", "agt_1");
  const others = [pause("tool", "send_email"), pause("agent", "agt_2"), pause("tool", "agt_1"), pause("agent", "")];
  expect(pausesOn([all, tool, agent, ...others], intent)).toEqual([all, tool, agent]);
  expect(isPaused(others, intent)).toBe(false);
});

test("a pause that was resumed still covers, but pauses nothing", () => {
  const past = pause("tool", "refund_payment", 5);
  expect(pausesOn([past], intent)).toEqual([past]);
  expect(isPaused([past], intent)).toBe(false);
  expect(isPaused([past, pause("everything", "")], intent)).toBe(true);
});
