import { expect, test } from "vitest";
import { ContractTermsDto } from "@/lib/wire/contract";
import { DUPLICATE_RULES, type DuplicateRule, duplicateStatements, duplicateWords } from "./duplicate-words";
import { makeContract, textsOf } from "./testing/make-contract";

const rules = ContractTermsDto.shape.duplicates.shape;
const EVERY = (Object.keys(rules) as DuplicateRule[]).flatMap((rule) =>
  rules[rule].options.map((outcome) => [rule, outcome] as const),
);

const NAMED = { fields: { "/orderId": { role: "identity", as: "id" } } };

test("there are words for every outcome that a rule can have", () => {
  expect(EVERY).toHaveLength(16);
  const spoken = Object.values(DUPLICATE_RULES).flatMap(({ outcomes }) => Object.values(outcomes));
  expect(new Set(spoken).size).toBe(16);
});

test.each(EVERY)("%s: %s is one sentence that says what becomes of it", (rule, outcome) => {
  const { duplicates } = makeContract().terms;
  const told = duplicateWords(makeContract({ terms: { duplicates: { ...duplicates, [rule]: outcome } } }));
  const words = told.find((one) => one.rule === rule);
  expect(words?.outcome).toBe(outcome);
  expect(words?.text).toBe((DUPLICATE_RULES[rule].outcomes as Record<string, string>)[outcome]);
  const verb = { coalesce: /joins/, refuse: /refused/, allow: /runs/, hold: /held/, derive: /is its key|are its key/ };
  expect(words?.text).toMatch(verb[outcome]);
});

test("what the contract leaves out is marked as the default", () => {
  const told = duplicateWords(makeContract({ definition: { duplicates: { drift: "hold" } } }));
  const written = told.filter(({ isDefault }) => !isDefault);
  expect(written.map(({ rule }) => rule)).toEqual(["drift"]);
});

test.each([
  [{}, "ask", /held until a person decides again/, true],
  [{ afterDenial: "ask" }, "ask", /held until a person decides again/, false],
  [{ afterDenial: "allow" }, "allow", /policy decides/, false],
])("what a person's denial means for what comes after it is told: %j", (said, outcome, text, isDefault) => {
  const told = duplicateWords(makeContract({ definition: { ...NAMED, ...said } }));
  const after = told.find(({ rule }) => rule === "afterDenial");
  expect(after).toMatchObject({ outcome, text: expect.stringMatching(text), isDefault });
});

test("a denial means nothing for others without identity fields, and holds nothing while the contract observes", () => {
  const rulesOf = (contract: Parameters<typeof makeContract>[0]) =>
    duplicateWords(makeContract(contract)).map(({ rule }) => rule);
  expect(rulesOf({ definition: NAMED })).toContain("afterDenial");
  expect(rulesOf({ definition: { fields: { "/note": { role: "material" } } } })).not.toContain("afterDenial");
  expect(rulesOf({ definition: NAMED, mode: "observe" })).not.toContain("afterDenial");
});

test("a key of the fields alone cannot be missing", () => {
  const told = duplicateWords(makeContract({ definition: { key: { scope: "business" } } }));
  expect(told.find(({ rule }) => rule === "missing")?.text).toMatch(/does not come up/);
});

test("a read is never a duplicate", () => {
  expect(duplicateWords(makeContract({ effect: "read" }))).toEqual([]);
  expect(textsOf(duplicateStatements(makeContract({ effect: "read" })))).toEqual([
    "A read is never a duplicate: these rules do not apply.",
  ]);
});

test("as sentences they begin with the word for what came", () => {
  expect(textsOf(duplicateStatements(makeContract()))[0]).toBe(
    "Same (same key, same values): it joins the intent that is there and gets the same result. Nothing runs twice.",
  );
});
