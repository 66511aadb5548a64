/** A hold that nears its end is told of once, while it can still be decided, and telling changes nothing else. */
import { expect, test } from "vitest";
import { everyStep, everyWalk } from "./testing/every";
import { HOLD, SAMPLES } from "./testing/samples";
import { transition } from "./transition";

const HELD = Object.values(SAMPLES).filter(({ state }) => state.kind === "held");
const MARGINS_MS = [0, 1, 12_500, HOLD.expiresAt - HOLD.since];
const OFFSETS_MS = [-1, 0, 1];

test("a hold is told of within its margin and not before, and not when it is over", () => {
  for (const before of HELD) {
    if (before.state.kind !== "held") continue;
    const { expiresAt, escalatedAt } = before.state.hold;
    for (const marginMs of MARGINS_MS) {
      for (const at of [expiresAt - marginMs, expiresAt].flatMap((edge) => OFFSETS_MS.map((ms) => edge + ms))) {
        const nearsItsEnd = at >= expiresAt - marginMs && at < expiresAt;
        const { ok } = transition(before, { type: "escalate", at, marginMs });
        expect({ at, marginMs, ok }).toEqual({ at, marginMs, ok: nearsItsEnd && escalatedAt === null });
      }
    }
  }
});

test("telling people changes nothing but the note of when they were told", () => {
  everyStep(({ before, event, after, result }) => {
    if (event.type !== "escalate" || !result.ok || before.state.kind !== "held") return;
    const hold = { ...before.state.hold, escalatedAt: event.at };
    expect(after).toEqual({ ...before, state: { kind: "held", hold } });
    expect(result.notes).toEqual([]);
  });
});

test("whoever was told is not told again as long as the same hold lasts", () => {
  everyWalk(() => {
    let told = false;
    return ({ event, result, after }) => {
      if (!result.ok || after === null) return;
      if (event.type === "escalate") {
        expect(told).toBe(false);
        told = true;
      }
      const renewed = event.type !== "approve" && result.notes.some(({ kind }) => kind === "approvals_voided");
      if (after.state.kind !== "held" || renewed) told = false;
    };
  });
});

test("a hold that was renewed is told of anew", () => {
  everyStep(({ event, result, after }) => {
    // Choosing a variant drops approvals of other args, but the time to decide goes on.
    const renewed =
      event.type !== "approve" && result.ok && result.notes.some(({ kind }) => kind === "approvals_voided");
    if (renewed && after?.state.kind === "held") expect(after.state.hold.escalatedAt).toBeNull();
  });
});
