import { expect, test } from "vitest";
import { publishRuleOf } from "./publish-rule";

test.each([
  ["the first version of a tool", null, { role: "admin", peopleNeeded: 1 }],
  ["a contract that says nothing", {}, { role: "admin", peopleNeeded: 1 }],
  ["one that asks for two", { publish: { approvals: 2 } }, { role: "admin", peopleNeeded: 2 }],
  [
    "one that lets approvers confirm",
    { publish: { approvals: 3, role: "approver" } },
    { role: "approver", peopleNeeded: 3 },
  ],
] as const)("%s", (_name, active, rule) => {
  expect(publishRuleOf(active)).toEqual(rule);
});
