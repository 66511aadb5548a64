import { expect, test } from "vitest";
import { neverSeen } from "./features";
import { runSeed } from "./run-seed";
import { runSeeds, sayBreach } from "./run-seeds";

const COUNT = 10_000;
const PATIENCE_MS = 600_000;

test("O1 to O11 hold in 10,000 seeded worlds of crashes, delays, repeats and lies", {
  timeout: PATIENCE_MS,
}, async () => {
  const { failed, total } = await runSeeds({ from: 1, count: COUNT });
  expect(failed && sayBreach(failed)).toBeNull();
  // A world in which nothing happens keeps every promise.
  expect(total.attempts).toBeGreaterThan(COUNT);
  expect(total.effects).toBeGreaterThan(COUNT);
  expect(neverSeen(total.features)).toEqual([]);
});

test("a seed says everything: the same one again takes the same steps", async () => {
  const trace = async () => {
    const lines: string[] = [];
    await runSeed(7, { trace: (line) => lines.push(line) });
    return lines;
  };
  expect(await trace()).toEqual(await trace());
});
