import { expect, test } from "vitest";
import { escalationMarginMs } from "./escalation";

const HOUR_MS = 3_600_000;

test.each([
  ["a day: the last hour", 24 * HOUR_MS, HOUR_MS],
  ["four hours: the last hour", 4 * HOUR_MS, HOUR_MS],
  ["two hours: the last quarter", 2 * HOUR_MS, HOUR_MS / 2],
  ["a minute: the last quarter", 60_000, 15_000],
  ["no time at all", 0, 0],
  ["over before it began", -5, 0],
])("%s", (_, lengthMs, marginMs) => {
  expect(escalationMarginMs({ since: 1_000, expiresAt: 1_000 + lengthMs })).toBe(marginMs);
});
