// The other half of what `npm test` runs: in a file of its own, so that two cores share the work.
import { expect, test } from "vitest";
import { runSeeds, sayBreach } from "./run-seeds";

const COUNT = 10_000;
const PATIENCE_MS = 600_000;

test("O1 to O11 hold in 10,000 further worlds", { timeout: PATIENCE_MS }, async () => {
  const { failed, doneCount } = await runSeeds({ from: 10_001, count: COUNT });
  expect(failed && sayBreach(failed)).toBeNull();
  expect(doneCount).toBe(COUNT);
});
