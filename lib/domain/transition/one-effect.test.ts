/** L1: over any walk, against the worst downstream that keeps its promises. */
import { expect, test } from "vitest";
import { hasEnded } from "../intent";
import { everyAftermath, type Quirks } from "./testing/hostile-downstream";

/** A worker that sends at its deadline, and keys forgotten a window after they were first seen. */
const WORST: Quirks = { sendsLate: true, remembersIdleKeys: true };

test("L1: whatever is retried, lost, late or resolved, the downstream sees at most one distinct effect", () => {
  everyAftermath(WORST, ({ effectCount }) => expect(effectCount).toBeLessThanOrEqual(1));
});

test("L1: an intent that ended without an effect has left none behind, and one that ended with it has one", () => {
  everyAftermath(WORST, ({ history, effectCount }) => {
    const { state } = history.last;
    if (!hasEnded(state)) return;
    expect(effectCount).toBe(state.kind === "succeeded" || state.kind === "partial" ? 1 : 0);
  });
});

test("L1: while an effect may exist, the intent is executing, frozen or ended with it", () => {
  everyAftermath(WORST, ({ history, effectCount }) => {
    const { state, attempts } = history.last;
    if (effectCount === 0 || state.kind === "succeeded" || state.kind === "partial") return;
    expect(attempts.mayHaveActed || state.kind === "executing").toBe(true);
  });
});
