import { expect, test } from "vitest";
import { locksPerFlush, locksPerSubmission } from "./lock-bound";

test("four web processes with two flushes each fit into half of the table", () => {
  const slots = 64 * 100; // PostgreSQL's own defaults
  expect(4 * 2 * locksPerFlush(slots)).toBeLessThanOrEqual(slots / 2);
  expect(locksPerFlush(slots)).toBe(400);
});

test("a submission under one derivation fits into any table; one under many does not", () => {
  expect(locksPerSubmission(1, 2)).toBeLessThanOrEqual(locksPerFlush(0));
  expect(locksPerSubmission(8, 0)).toBeGreaterThan(locksPerFlush(0));
});
