import { expect, test } from "vitest";
import { replayBounds } from "./bounds";

const GIB = 2 ** 30;

test("a process with much memory takes what is promised, one with little takes less, always both parts", () => {
  expect(replayBounds(4 * GIB)).toEqual({ submissionsMax: 200_000, beforeMax: 100_000 });
  expect(replayBounds(64 * GIB)).toEqual({ submissionsMax: 200_000, beforeMax: 100_000 });
  const small = replayBounds(GIB / 2);
  expect(small.submissionsMax).toBeGreaterThan(20_000);
  expect(small.beforeMax).toBeGreaterThan(10_000);
  // Two at once leave room for everything else.
  expect(2 * (small.submissionsMax + small.beforeMax) * 4_000).toBeLessThan((0.7 * GIB) / 2);
});
