import { expect, test } from "vitest";
import { ContractDefinition } from "../contract/definition";
import { compilePolicy, evaluatePolicy, policyTermsOf } from "./evaluate-policy";
import { conditionInput } from "./testing/condition-input";

const contract = (more: Record<string, unknown>) =>
  ContractDefinition.parse({
    tool: "t",
    title: "T",
    effect: "write_non_idempotent",
    args: { type: "object" },
    execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
    ...more,
  });

const judge = (more: Record<string, unknown>, args: Record<string, unknown> = { amount: 40 }) => {
  const definition = contract(more);
  return evaluatePolicy(definition, compilePolicy(definition), conditionInput(args));
};
const CLEAR_SMALL = { when: "args.amount <= 50.0", then: "clear" };

test("the first rule that matches decides, and the trail says what was asked", () => {
  expect(judge({ policy: [CLEAR_SMALL, { then: "refuse" }] })).toMatchObject({
    then: "clear",
    trail: [{ result: "match" }],
  });
  expect(judge({ policy: [CLEAR_SMALL, { then: "refuse", reason: "no" }] }, { amount: 51 })).toMatchObject({
    then: "refuse",
    reason: "no",
    trail: [{ result: "no_match" }, { result: "match" }],
  });
});

test("L8: a condition that fails holds, whatever a later rule would clear", () => {
  expect(judge({ policy: [{ when: "args.missing > 1", then: "refuse" }, { then: "clear" }] })).toMatchObject({
    then: "hold",
  });
});

test("L8: an irreversible effect is not cleared by a rule unless its contract says so", () => {
  expect(judge({ effect: "irreversible", policy: [{ then: "clear" }] })).toMatchObject({ then: "hold" });
  expect(judge({ effect: "irreversible", allowAutoClear: true, policy: [{ then: "clear" }] })).toMatchObject({
    then: "clear",
  });
});

test.each([
  ["read", "clear"],
  ["write_idempotent", "clear"],
  ["write_non_idempotent", "hold"],
  ["irreversible", "hold"],
])("without a rule, %s is %s", (effect, then) => {
  expect(judge({ effect })).toMatchObject({ then });
});

test("a hold takes quorum, role and time from its rule; a viewer never decides", () => {
  const rule = { then: "hold", approvals: 2, roles: ["admin"], expiresIn: "2h" };
  expect(judge({ policy: [rule] })).toMatchObject({
    then: "hold",
    approvalsNeeded: 2,
    role: "admin",
    expiresInMs: 7_200_000,
  });
  expect(judge({ policy: [{ then: "hold", roles: ["viewer"] }] })).toMatchObject({ role: "approver" });
});

test("what each rule does is told without asking it, and so is what happens where none matches", () => {
  const policy = [CLEAR_SMALL, { when: "args.amount > 9.0", then: "hold", approvals: 2, expiresIn: "1h" }];
  expect(policyTermsOf(contract({ policy }))).toMatchObject({
    rules: [{ then: "clear" }, { then: "hold", approvalsNeeded: 2, role: "approver", expiresInMs: 3_600_000 }],
    otherwise: { then: "hold", approvalsNeeded: 1 },
  });
  expect(policyTermsOf(contract({ effect: "read" })).otherwise).toMatchObject({ then: "clear" });
  // What would clear an irreversible effect holds it, as it does when it is asked.
  expect(policyTermsOf(contract({ policy, effect: "irreversible" })).rules[0]).toMatchObject({ then: "hold" });
});
