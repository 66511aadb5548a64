import { expect, test } from "vitest";
import { grantSentence, NEVER_OVERRIDES, sumWords, usesWords } from "./grant-words";

const pins = [
  { pointer: "/amount", as: "money", currency: "USD" },
  { pointer: "/currency", as: "code", currency: null },
];
const grant = {
  title: "Refund a payment",
  where: { "/amount": { lte: 50 }, "/currency": { eq: "USD" } },
  pins,
  agent: { id: "agt_1", name: "billing" },
  namespace: null,
};

test("a grant reads as what it lets happen, and for whom", () => {
  expect(grantSentence(grant)).toBe("Refund a payment with amount up to $50.00 and currency USD, by agent billing");
  expect(grantSentence({ ...grant, agent: null, namespace: "team-a" })).toMatch(/, by any agent of team-a$/);
});

test("uses are told against their bound where there is one", () => {
  expect(usesWords({ usesCount: 3, usesMax: 10 })).toBe("3 of 10 uses");
  expect(usesWords({ usesCount: 0, usesMax: null })).toBe("not used yet");
  expect([1, 2].map((usesCount) => usesWords({ usesCount, usesMax: null }))).toEqual(["1 use", "2 uses"]);
});

test("the sum is told in the ceiling's currency, also before anything was used", () => {
  const sums = [{ currency: "USD", amount: "120" }];
  expect(sumWords({ sum: "/amount", sumMax: 500, sums, pins })).toBe("$120.00 of $500.00");
  expect(sumWords({ sum: "/amount", sumMax: "500", sums: [], pins })).toBe("$0.00 of $500.00");
});

test("without a ceiling each currency is told for itself, and nothing where nothing is added up", () => {
  const sums = [
    { currency: "USD", amount: "120" },
    { currency: "EUR", amount: "7.5" },
  ];
  expect(sumWords({ sum: "/amount", sumMax: null, sums, pins })).toBe("$120.00, €7.50");
  expect(sumWords({ sum: null, sumMax: null, sums: [], pins })).toBeNull();
});

test.each(["refus", "limit", "pause", "drift", "look-alike", "variant", "irreversible"])(
  "what a grant never overrides names %s",
  (word) => {
    expect(NEVER_OVERRIDES).toContain(word);
  },
);
