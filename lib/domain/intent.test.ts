import { expect, test } from "vitest";
import { hasEnded, isFrozen, isReopenable, isSettled, type Role, roleSuffices, strictestRole } from "./intent";
import { SAMPLES } from "./transition/testing/samples";

const ROLES: Role[] = ["viewer", "approver", "admin"];

function namesWhere(holds: (intent: (typeof SAMPLES)[string]) => boolean): string[] {
  return Object.entries(SAMPLES).flatMap(([name, intent]) => (holds(intent) && !name.includes(",") ? [name] : []));
}

test("ended are exactly the states that nothing but a submission leaves", () => {
  const ended = ["refused", "succeeded", "partial", "failed", "denied", "expired", "withdrawn"];
  expect(namesWhere(({ state }) => hasEnded(state))).toEqual(ended);
});

test("a waiter waits for the end or for a doubt, and for nothing else", () => {
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
