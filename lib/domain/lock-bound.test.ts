import { expect, test } from "vitest";
import { lockRoomOf, locksPerSubmission } from "./lock-bound";

test("four web processes, each with two flushes and three lanes, fit into half of the table", () => {
  const slots = 64 * 100; // PostgreSQL's own defaults
  const { flush, lane } = lockRoomOf(slots);
  expect(4 * (2 * flush + 3 * lane)).toBeLessThanOrEqual(slots / 2);
  expect({ flush, lane }).toEqual({ flush: 320, lane: 53 });
});

test("a submission under one derivation fits into any table; one under many does not", () => {
  expect(locksPerSubmission(1, 2)).toBeLessThanOrEqual(lockRoomOf(0).lane);
  expect(locksPerSubmission(8, 0)).toBeGreaterThan(lockRoomOf(0).flush);
});
