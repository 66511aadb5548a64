import { describe, expect, test } from "vitest";
import type { ExplanationDto } from "@/lib/wire/explain";
import { HoldReason } from "@/lib/wire/intent";
import { reasonWords, verdictWords } from "./verdict-words";

const TOLD: ExplanationDto = {
  tool: "t",
  contractVersion: 1,
  mode: "enforce",
  args: {},
  argsDigest: "d",
  fields: [],
  keyParts: null,
  disposition: "created",
  joins: null,
  resembles: [],
  differences: [],
  verdict: "clear",
  hold: null,
  refusal: null,
  paused: false,
  rule: "small ones",
  grantId: null,
};
const HOLD = {
  reasons: ["approval", "limit"],
  approvalsNeeded: 2,
  role: "approver",
  expiresAt: "2026-01-01T00:00:00Z",
} satisfies ExplanationDto["hold"];
const JOINS = { intentId: "int_1", state: "held", why: "Same key." } satisfies ExplanationDto["joins"];

describe("an intent of its own", () => {
  test("cleared by a rule, by a grant, held, refused by a rule", () => {
    expect(verdictWords(TOLD)).toEqual({
      tone: "good",
      title: "It would run without a person",
      body: "The policy clears it. Decided by the rule “small ones”.",
    });
    expect(verdictWords({ ...TOLD, grantId: "grt_1" }).body).toBe("The grant grt_1 stands in for approvals.");
    expect(verdictWords({ ...TOLD, verdict: "hold", hold: HOLD })).toEqual({
      tone: "warn",
      title: "It would be held",
      body: "It waits because the policy asks for a person and it would go over a limit. It needs 2 approvals by different people, role approver or higher.",
    });
    expect(verdictWords({ ...TOLD, verdict: "refuse" })).toMatchObject({
      tone: "bad",
      title: "It would be refused by the policy",
    });
  });

  test("opened again says so", () => {
    const told = verdictWords({ ...TOLD, disposition: "reopened", joins: { ...JOINS, state: "expired" } });
    expect(told.title).toBe("It would run without a person");
    expect(told.body).toMatch(/opens an intent again that ended without an effect/);
  });
});

describe("an intent that is there", () => {
  test.each([
    ["coalesced", "It would join an intent that is open"],
    ["replayed", "It would get the answer of an intent that has ended"],
    ["lookalike", "It would join the intent that it looks like"],
    ["drifted", "It would join an intent with other values"],
  ] as const)("%s: %s, and nothing more runs", (disposition, title) => {
    const told = verdictWords({ ...TOLD, disposition, joins: JOINS });
    expect(told.title).toBe(title);
    expect(told.body).toMatch(/^Nothing more runs because of it/);
  });

  test("a drift that holds says that a person chooses", () => {
    const told = verdictWords({
      ...TOLD,
      disposition: "drifted",
      joins: JOINS,
      verdict: "hold",
      hold: { ...HOLD, reasons: ["drift"] },
    });
    expect(told.body).toMatch(/^A person chooses which values run\. It waits because the same action was submitted/);
  });
});

describe("a refusal", () => {
  test.each([
    "already_submitted",
    "idempotency_conflict",
    "lookalike",
    "variant",
    "idempotency_key_reused",
    "odd_code",
  ])("%s says what the agent is answered, also while paused", (refusal) => {
    const told = verdictWords({ ...TOLD, refusal, joins: JOINS, verdict: "refuse", paused: true });
    expect(told).toMatchObject({ tone: "bad", title: "It would be refused" });
    expect(told.body).toContain(`The agent is answered ${refusal}; nothing runs.`);
    expect(told.body).not.toMatch(/paused/);
  });
});

describe("a contract that only observes", () => {
  test.each([
    ["clear", "Enforcing, it would be cleared as well."],
    ["hold", "Enforcing, it would be held because the policy asks for a person."],
    ["refuse", "Enforcing, it would be refused (r)."],
    ["join", "Enforcing, it would join an intent that is there (r); nothing more would run."],
  ] as const)("says what enforcing would do: %s", (verdict, body) => {
    const observed = { verdict, reasons: ["approval" as const], rule: "r" };
    expect(verdictWords({ ...TOLD, mode: "observe", observed })).toEqual({
      tone: "info",
      title: "It would run: the contract only observes",
      body,
    });
  });
});

test("a pause is said beside the verdict", () => {
  const told = verdictWords({ ...TOLD, paused: true });
  expect(told).toMatchObject({ tone: "warn", title: "It would run without a person" });
  expect(told.body).toMatch(/nothing of it would be claimed before somebody resumes/);
});

test("every reason has words", () => {
  for (const reason of HoldReason.options) expect(reasonWords([reason])).toMatch(/^[a-z]/);
});
