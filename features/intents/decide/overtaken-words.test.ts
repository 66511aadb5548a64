import { expect, test } from "vitest";
import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { overtakenWords } from "./overtaken-words";

const HOLD: HoldDto = {
  reasons: ["approval"],
  rule: null,
  role: "approver",
  approvalsNeeded: 1,
  approvalsGiven: 0,
  since: "2026-01-01T10:00:00.000Z",
  expiresAt: null,
};
const ASKED = { id: "int_1", argsDigest: "d80", hold: HOLD };
const now = (state: IntentDto["state"], more: Partial<HoldDto> = {}, argsDigest = "d80") => ({
  state,
  argsDigest,
  hold: { ...HOLD, ...more },
});

test("a question stands as long as nothing changed that it is about", () => {
  expect(overtakenWords(ASKED, now("held"), false)).toBeNull();
  expect(overtakenWords(ASKED, now("held", { approvalsGiven: 1, approvalsNeeded: 2 }), false)).toBeNull();
});

test.each([
  ["denied", "decided", "Denied. An operator said no. Nothing ran."],
  ["expired", "ended", "Expired. Nobody decided in time. Nothing ran."],
  ["withdrawn", "ended", "Withdrawn. The agent took it back. Nothing ran."],
] as const)("what is %s waits no more, and it is said what became of it", (state, kind, body) => {
  expect(overtakenWords(ASKED, now(state), false)).toEqual({ kind, title: "It waits no more", body });
});

test("what only a pause stops has nothing left to decide", () => {
  expect(overtakenWords(ASKED, now("held", { approvalsNeeded: 0 }), false)?.kind).toBe("ended");
});

test("a drift, a hold that began anew and other args are told apart, and none of them is decided past", () => {
  const later = { since: "2026-01-01T10:05:00.000Z" };
  expect(overtakenWords(ASKED, now("held", { ...later, reasons: ["approval", "drift"] }), false)).toMatchObject({
    kind: "changed",
    title: "A drift arrived",
  });
  expect(overtakenWords(ASKED, now("held", later), false)).toMatchObject({ title: "It is held anew" });
  expect(overtakenWords(ASKED, now("held", {}, "d100"), false)).toMatchObject({ title: "What would run has changed" });
});

test("a question about a variant stands while what it takes the place of stands", () => {
  const variant = { ...ASKED, argsDigest: "d100", insteadOf: "d80" };
  expect(overtakenWords(variant, now("held"), false)).toBeNull();
  expect(overtakenWords(variant, now("held", {}, "d90"), false)?.kind).toBe("changed");
});

test("a time that is over is told before anybody has marked it", () => {
  expect(overtakenWords(ASKED, now("held"), true)).toMatchObject({ kind: "past" });
});
