import { expect, test } from "vitest";
import { bypassRuleOf, strictestBypass } from "./bypass-rule";

test.each([
  ["write_non_idempotent", "low", { role: "approver", peopleNeeded: 1 }],
  ["write_idempotent", "low", { role: "approver", peopleNeeded: 1 }],
  ["write_non_idempotent", "high", { role: "admin", peopleNeeded: 2 }],
  ["write_idempotent", "high", { role: "admin", peopleNeeded: 2 }],
  ["irreversible", "low", { role: "admin", peopleNeeded: 2 }],
  ["irreversible", "high", { role: "admin", peopleNeeded: 2 }],
  ["read", "high", { role: "approver", peopleNeeded: 1 }],
] as const)("a %s of %s value asks by itself for its people", (effect, value, rule) => {
  expect(bypassRuleOf({ effect, value })).toEqual(rule);
});

test("what the owner says counts, member by member", () => {
  const grave = { effect: "irreversible", value: "high" } as const;
  expect(bypassRuleOf({ ...grave, bypass: { approvals: 3 } })).toEqual({ role: "admin", peopleNeeded: 3 });
  expect(bypassRuleOf({ ...grave, bypass: { role: "approver" } })).toEqual({ role: "approver", peopleNeeded: 2 });
});

test("of several rules the highest role and the most people count, and a rule for viewers is possible", () => {
  const rules = [
    { role: "admin", peopleNeeded: 1 },
    { role: "viewer", peopleNeeded: 3 },
  ] as const;
  expect(strictestBypass(rules)).toEqual({ role: "admin", peopleNeeded: 3 });
  expect(strictestBypass([{ role: "viewer", peopleNeeded: 1 }])).toEqual({ role: "viewer", peopleNeeded: 1 });
});
