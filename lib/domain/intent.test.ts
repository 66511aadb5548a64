import { describe, expect, test } from "vitest";
import {
  hasEnded,
  isAnswered,
  isFrozen,
  isReopenable,
  isSettled,
  type Role,
  roleSuffices,
  type State,
  type StateOf,
  strictestRole,
} from "./intent";
import { SAMPLES } from "./transition/testing/samples";

const ROLES: Role[] = ["viewer", "approver", "admin"];

function namesWhere(holds: (intent: (typeof SAMPLES)[string]) => boolean): string[] {
  return Object.entries(SAMPLES).flatMap(([name, intent]) => (holds(intent) && !name.includes(",") ? [name] : []));
}

test("ended are exactly the states that nothing but a submission leaves", () => {
  const ended = ["refused", "succeeded", "partial", "failed", "denied", "expired", "withdrawn"];
  expect(namesWhere(({ state }) => hasEnded(state))).toEqual(ended);
});

test("settled is an end or a doubt, and nothing else", () => {
  expect(namesWhere(({ state }) => isSettled(state) && !hasEnded(state))).toEqual(["in_doubt"]);
});

test("L6: of what ended, only what left the door open is reopened", () => {
  expect(namesWhere(({ state }) => isReopenable(state))).toEqual(["refused", "expired", "withdrawn"]);
  expect(Object.values(SAMPLES).some(({ state }) => state.kind === "failed" && isReopenable(state))).toBe(true);
});

test("frozen is what runs and what may have acted", () => {
  expect(namesWhere(isFrozen)).toEqual(["executing", "in_doubt"]);
});

test("a role suffices for itself and for every lesser one, and the strictest of two is the greater", () => {
  for (const [has, left] of ROLES.entries()) {
    for (const [needs, right] of ROLES.entries()) {
      expect(roleSuffices(left, right)).toBe(has >= needs);
      expect(strictestRole(left, right)).toBe(has >= needs ? left : right);
    }
  }
});

describe("what a waiter waits for", () => {
  const failure = { code: "reset", message: "reset" };
  const probing = { said: "unknown", why: null, at: 1, askedCount: 1, sameCount: 1 } as const;
  const by = { kind: "policy", rule: "r", decisionId: "d" } as const;
  const doubt = (more: Partial<StateOf<"in_doubt">>): State => ({
    kind: "in_doubt",
    ...{ clearedBy: by, argsDigest: "x", since: 1, failure, statements: [], lifted: null },
    ...{ nextProbeAt: null, probing: null },
    ...more,
  });

  test.each<[string, State, boolean]>([
    ["an end", { kind: "succeeded", effectId: "fx", result: null, endedAt: 1 }, true],
    ["no end yet", { kind: "cleared", clearedBy: by, argsDigest: "x", dueAt: 1, undoUntil: null, lifted: null }, false],
    ["a doubt that cannot be asked about", doubt({}), true],
    ["a doubt that is not answered yet", doubt({ nextProbeAt: 1 }), false],
    ["a doubt whose first answer proved nothing", doubt({ nextProbeAt: 1, probing }), true],
  ])("%s", (_name, state, expected) => expect(isAnswered(state)).toBe(expected));
});
