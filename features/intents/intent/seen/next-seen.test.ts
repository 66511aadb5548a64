import { describe, expect, test } from "vitest";
import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { nextSeen } from "./next-seen";

const HOLD: HoldDto = {
  reasons: ["approval"],
  rule: null,
  role: "approver",
  approvalsNeeded: 2,
  approvalsGiven: 0,
  since: "2026-01-01T00:00:00Z",
  expiresAt: null,
};
const held = (argsDigest: string, more: Partial<HoldDto> = {}) =>
  ({ id: "int_1", state: "held", argsDigest, hold: { ...HOLD, ...more } }) as IntentDto;
const LATER = "2026-01-01T00:01:00Z";

describe("what was seen", () => {
  test("starts with what is there", () => {
    const intent = held("a");
    expect(nextSeen(null, { intent, own: [] })).toBe(intent);
  });

  test("stays when other args would run", () => {
    const seen = held("a");
    expect(nextSeen(seen, { intent: held("b"), own: [] })).toBe(seen);
  });

  test("stays when a drift began the hold anew, though the same args would run", () => {
    const seen = held("a");
    const intent = held("a", { since: LATER, reasons: ["approval", "drift"] });
    expect(nextSeen(seen, { intent, own: [] })).toBe(seen);
  });

  test("follows what does not change the proposal: another approval, a pause", () => {
    const intent = held("a", { approvalsGiven: 1, reasons: ["approval", "paused"] });
    expect(nextSeen(held("a"), { intent, own: [] })).toBe(intent);
  });

  test("follows what the operator chose by themselves", () => {
    const intent = held("b", { approvalsGiven: 1 });
    expect(nextSeen(held("a"), { intent, own: [held("b")] })).toBe(intent);
  });

  test("follows an end, and what waits again after one", () => {
    const denied = { ...held("a"), state: "denied", hold: undefined } as IntentDto;
    expect(nextSeen(held("a"), { intent: denied, own: [] })).toBe(denied);
    const again = held("b", { since: LATER });
    expect(nextSeen(denied, { intent: again, own: [] })).toBe(again);
  });
});
