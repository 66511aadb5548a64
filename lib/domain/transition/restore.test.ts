import { expect, test } from "vitest";
import { type Intent, STORE_RESTORED, type StateOf } from "../intent";
import { everyStep } from "./testing/every";
import { SAMPLES, T, TERMS } from "./testing/samples";
import { transition } from "./transition";

const intentOf = (name: string) => SAMPLES[name] as Intent;
const restored = (claimedAt: number | null = null) => ({ type: "store_restored", at: T + 1_000, claimedAt }) as const;

function after(intent: Intent, event: Parameters<typeof transition>[1]): Intent {
  const decided = transition(intent, event);
  if (!decided.ok) throw new Error(decided.refusal.code);
  return decided.next;
}

test("R1, L1: nothing that was claimable or executing is claimable after a restore, and it says why", () => {
  everyStep(({ before, event, after: next }) => {
    if (event.type !== "store_restored" || before.terms.harmless) return;
    if (!["cleared", "executing", "in_doubt"].includes(before.state.kind)) return expect(next).toBeNull();
    expect(next?.state.kind).toBe("in_doubt");
    expect(next?.attempts.mayHaveActed).toBe(true);
    if (next?.state.kind === "in_doubt" && before.state.kind !== "in_doubt")
      expect(next.state.failure.code).toBe(STORE_RESTORED);
  });
});

test("R1: what was said of a doubt before the restore counts no more", () => {
  const doubted = after(intentOf("in_doubt, ann said retry"), restored());
  expect(doubted.state).toMatchObject({ kind: "in_doubt", statements: [], probing: null });
});

test("R1: a doubt that was there before is asked about at once, where there is a probe", () => {
  const given = intentOf("in_doubt, ann said retry");
  const put = (probe: Intent["terms"]["probe"], nextProbeAt: number | null): Intent => ({
    ...given,
    terms: { ...given.terms, probe },
    state: { ...(given.state as StateOf<"in_doubt">), nextProbeAt },
  });
  expect(after(put(TERMS.probe, T + 9_000_000), restored()).state).toMatchObject({ nextProbeAt: T + 1_000 });
  expect(after(put(TERMS.probe, null), restored()).state).toMatchObject({ nextProbeAt: T + 1_000 });
  expect(after(put(null, null), restored()).state).toMatchObject({ nextProbeAt: null });
});

test("R2, L5: an absence that was asked for while a lost attempt may still land proves nothing", () => {
  const doubted = after(intentOf("cleared"), restored());
  const provenAt = T + 1_000 + TERMS.timeoutMs + (TERMS.probe?.absentAfterMs ?? 0);
  const asked = (at: number) => after(doubted, { type: "probe", at, askedAt: at, result: { kind: "absent" } });
  expect(asked(provenAt - 1).state.kind).toBe("in_doubt");
  expect(asked(provenAt).state.kind).toBe("cleared");
});

test("R3, L1: a release reaches only what no attempt and no witness speaks against", () => {
  const release = { type: "release", at: T + 2_000, operatorId: "ann", role: "admin" } as const;
  const released = after(after(intentOf("cleared"), restored()), release);
  expect(released).toMatchObject({ state: { kind: "cleared", dueAt: T + 2_000 }, attempts: { mayHaveActed: false } });
  for (const [name, claimedAt] of [
    ["cleared", T],
    ["executing", null],
    ["cleared, frozen", null],
  ] as const) {
    expect(transition(after(intentOf(name), restored(claimedAt)), release).ok).toBe(false);
  }
});
