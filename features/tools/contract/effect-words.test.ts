import { expect, test } from "vitest";
import { EffectClass } from "@/lib/wire/effect";
import { EFFECT_WORDS, effectStatements, OBSERVES } from "./effect-words";
import { makeContract, textsOf } from "./testing/make-contract";

test.each(EffectClass.options)("%s says what running it means", (effect) => {
  expect(textsOf(effectStatements(makeContract({ effect })))[0]).toBe(
    `${EFFECT_WORDS[effect].word}. ${EFFECT_WORDS[effect].meaning}`,
  );
});

test.each([
  ["high", /^High value\. .*stricter/],
  ["low", /^Low value\. .*easier/],
] as const)("%s value says which defaults hold", (value, words) => {
  expect(textsOf(effectStatements(makeContract({ value })))[1]).toMatch(words);
});

test("what is irreversible says whether a rule may clear it; nothing else has to", () => {
  const irreversible = (allowAutoClear: boolean) =>
    textsOf(effectStatements(makeContract({ effect: "irreversible", definition: { allowAutoClear } })));
  expect(irreversible(false)).toContain("No rule and no grant clears it: a person approves every one.");
  expect(irreversible(true).join(" ")).toMatch(/may run without a person/);
  expect(textsOf(effectStatements(makeContract())).join(" ")).not.toMatch(/clears? it/);
});

test("a contract that only observes says so, and so does its description", () => {
  const told = effectStatements(makeContract({ mode: "observe", definition: { description: "Gives money back." } }));
  expect(textsOf(told)).toContain(OBSERVES);
  expect(told[0]?.text).toBe("Gives money back.");
});
