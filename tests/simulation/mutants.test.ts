// The simulation is worth what it finds: each bug is planted, and must be found within the seeds that `npm test` runs.
import { expect, test } from "vitest";
import { explore } from "./explore";
import type { Oracle } from "./judge";
import { MUTANTS, type Mutant } from "./mutants";
import { runSeeds } from "./run-seeds";

const COUNT = 20_000;
const PATIENCE_MS = 300_000;

const PLANTED: [Mutant, Oracle[]][] = [
  ["no_fence", ["O6"]],
  ["no_attempt_check", ["O1", "O6"]],
  ["effect_before_claim", ["O5"]],
  ["blind_retry", ["O1"]],
  ["no_last_look", ["O1", "O4"]],
  // Not only on our own records: the downstream itself counts a second effect.
  ["effect_before_claim", ["O1"]],
  ["no_reset", ["O1"]],
  ["broken_is_unsent", ["O1"]],
  ["absent_too_early", ["O1"]],
  ["jumped_clock", ["O1"]],
  ["jumped_clock", ["O11"]],
  ["waits_by_clock", ["O1"]],
  ["breaker_stays_open", ["O7"]],
  ["pause_ignored", ["O9"]],
  ["limit_given_back", ["O9"]],
  ["grant_not_counted", ["O9"]],
  ["caller_key_forgotten", ["O10"]],
  ["bypass_same_key", ["O1", "O4"]],
  ["publish_forgets", ["O1"]],
  ["effect_shared", ["O4"]],
  ["denial_forgotten", ["O9"]],
  ["erasure_loses_key", ["O1"]],
  // A second effect, or an end that is not so, is a breach where the record does not say whose word it was.
  ["statement_unrecorded", ["O1"]],
  ["statement_unrecorded", ["O4"]],
];

test("every mutant is planted", () => {
  expect(new Set(PLANTED.map(([mutant]) => mutant))).toEqual(new Set(MUTANTS));
});

for (const [mutant, oracles] of PLANTED) {
  test(`${mutant} is caught by ${oracles.join(" or ")}`, { timeout: PATIENCE_MS }, async () => {
    const { failed } = await runSeeds({ from: 1, count: COUNT, mutant, heed: new Set(oracles) });
    expect(oracles).toContain(failed?.breach?.oracle);
  });
}

for (const mutant of ["effect_before_claim", "blind_retry"] as const) {
  test(`${mutant} is caught by the search of all orders, too`, { timeout: PATIENCE_MS }, async () => {
    expect((await explore({ mutant, detoursMax: 1 })).breach).not.toBeNull();
  });
}
