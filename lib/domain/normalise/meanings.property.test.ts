/**
 * For every normaliser: a meaning is drawn, then spelt at random. One meaning has one normal form, however it is spelt;
 * two meanings have two. The alphabets are tiny, so that meanings often differ in a single place.
 */
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Pick } from "./cases/languages";
import { normaliseValue } from "./normalise-value";
import { NormaliserRule } from "./rule";

vi.setConfig({ testTimeout: 30_000 });

describe.each(Object.entries(LANGUAGES))("%s", (_, { rule, meaning, spell }) => {
  const parsed = NormaliserRule.parse(rule);
  const formOf = (one: unknown, roll: () => number) => {
    const pick: Pick = (...choices) => choices[roll() % choices.length] as never;
    const result = normaliseValue(parsed, spell(one as never, pick), { at: () => undefined });
    if (!result.ok) throw new Error(`${JSON.stringify(spell(one as never, pick))}: ${result.message}`);
    return canonicalize(result.value);
  };
  const dice = fc.infiniteStream(fc.nat({ max: 59 }));

  test("one meaning has one form", () => {
    fc.assert(
      fc.property(meaning, dice, (one, rolls) => {
        const roll = () => rolls.next().value;
        expect(formOf(one, roll)).toBe(formOf(one, roll));
      }),
      { numRuns: 300 },
    );
  });

  test("two meanings have two forms", () => {
    fc.assert(
      fc.property(meaning, meaning, dice, (one, other, rolls) => {
        const roll = () => rolls.next().value;
        expect(formOf(one, roll) === formOf(other, roll)).toBe(textOf(one) === textOf(other));
      }),
      { numRuns: 600 },
    );
  });
});

/** Meanings are compared as what they are, big integers included. */
function textOf(meaning: unknown): string {
  return (
    canonicalize(
      JSON.parse(JSON.stringify(meaning, (_, value) => (typeof value === "bigint" ? String(value) : value))),
    ) ?? ""
  );
}
