import { describe, expect, test } from "vitest";
import type { ContractTermsDto } from "@/lib/wire/contract";
import { policyStatements, policyWords } from "./policy-words";
import { makeContract, textsOf } from "./testing/make-contract";

type Outcome = ContractTermsDto["otherwise"];
const CLEAR: Outcome = { then: "clear", hold: null };
const REFUSE: Outcome = { then: "refuse", hold: null };
const hold = (approvals: number, role: "approver" | "admin", expiresInMs = 86_400_000): Outcome => ({
  then: "hold",
  hold: { approvals, role, expiresInMs },
});

const said = (policy: [Record<string, unknown>, Outcome][], otherwise: Outcome = CLEAR) =>
  makeContract({
    definition: { policy: policy.map(([rule]) => rule) },
    terms: { policy: policy.map(([, outcome]) => outcome), otherwise },
  });

describe("a rule", () => {
  test.each<[string, Record<string, unknown>, Outcome, string]>([
    ["clears", { then: "clear" }, CLEAR, "it is cleared: it runs without a person."],
    ["refuses", { then: "refuse" }, REFUSE, "it is refused: nothing runs."],
    ["refuses with a reason", { then: "refuse", reason: "No." }, REFUSE, "it is refused, and the agent is told “No.”"],
    [
      "holds for one",
      { then: "hold" },
      hold(1, "approver"),
      "it is held until an approver or an admin approves it. Without a decision it expires after 24 hours, and nothing runs.",
    ],
    [
      "holds for two",
      { then: "hold" },
      hold(2, "approver", 3_600_000),
      "it is held until 2 different approvers or admins approve it. Without a decision it expires after 1 hour, and nothing runs.",
    ],
    [
      "holds for an admin",
      { then: "hold" },
      hold(1, "admin"),
      "it is held until an admin approves it. Without a decision it expires after 24 hours, and nothing runs.",
    ],
    [
      "would clear what no rule may clear",
      { then: "clear" },
      hold(1, "approver"),
      "it is held until an approver or an admin approves it (the rule would clear it, but no rule may clear what is irreversible). Without a decision it expires after 24 hours, and nothing runs.",
    ],
  ])("that %s says so", (_name, rule, outcome, words) => {
    expect(policyWords(said([[rule, outcome]])).rules[0]?.outcome).toBe(words);
  });

  test("says its condition in words where there are words, and shows it in any case", () => {
    const simple = policyWords(said([[{ when: "args.amount <= 50.0", then: "clear" }, CLEAR]])).rules[0];
    expect(simple).toMatchObject({ condition: "If amount is at most 50", code: "args.amount <= 50.0" });
    const hard = policyWords(said([[{ when: "size(args.x) > 3", then: "clear" }, CLEAR]])).rules[0];
    expect(hard).toMatchObject({ condition: "If this condition holds", code: "size(args.x) > 3" });
  });
});

describe("the rules together", () => {
  test("the first that has no condition always decides, and what comes after it is never asked", () => {
    const { rules, otherwise } = policyWords(
      said([
        [{ when: "args.a == 1", then: "clear" }, CLEAR],
        [{ then: "refuse" }, REFUSE],
        [{ when: "args.b == 1", then: "clear" }, CLEAR],
      ]),
    );
    expect(rules.map(({ condition, isReached }) => [condition, isReached])).toEqual([
      ["If a is 1", true],
      ["In every other case", true],
      ["If b is 1", false],
    ]);
    expect(otherwise).toBeNull();
  });

  test("a single rule without a condition decides always", () => {
    expect(policyWords(said([[{ then: "clear" }, CLEAR]])).rules[0]?.condition).toBe("Always");
  });

  test("where every rule has a condition, the end says what happens when none matches", () => {
    const contract = said([[{ name: "small", when: "args.a == 1", then: "clear" }, CLEAR]], hold(1, "approver"));
    expect(policyStatements(contract)).toEqual([
      { text: "Rule 1 (small): if a is 1, it is cleared: it runs without a person.", code: "args.a == 1" },
      {
        text: "When no rule matches, it is held until an approver or an admin approves it. Without a decision it expires after 24 hours, and nothing runs.",
      },
    ]);
  });

  test("without rules only the end is there", () => {
    expect(textsOf(policyStatements(said([])))).toEqual([
      "When no rule matches, it is cleared: it runs without a person.",
    ]);
  });

  test("a rule that is never asked says so in its sentence too", () => {
    const contract = said([
      [{ then: "clear" }, CLEAR],
      [{ then: "refuse" }, REFUSE],
    ]);
    expect(textsOf(policyStatements(contract))[1]).toMatch(/never asked: an earlier rule always decides/);
  });
});
