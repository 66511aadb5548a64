import { describe, expect, test } from "vitest";
import { asksAfterDenial, contextWords, joinWords } from "./key-words";

const PARTS = { namespace: "default", tool: "refund", generation: 1, identity: { "/paymentId": "pay_1" } };
const DUPLICATES = {
  same: "coalesce",
  drift: "hold",
  lookalike: "hold",
  variant: "refuse",
  missing: "refuse",
} as const;
const TERMS = { duplicates: DUPLICATES, windowMs: 7 * 86_400_000 };
const WRITE = { effect: "write_non_idempotent", mode: "enforce", asksAgain: false };

describe("the context of a key", () => {
  test.each([
    [{ run: "r", step: "s", occurrence: 1 }, "in the same step of the same run", ["run", "step"]],
    [{ run: "r", occurrence: 1 }, "in the same run", ["run"]],
    [{ session: "x", occurrence: 2 }, "in the same session", ["session"]],
    [{ caller: "k", occurrence: 1 }, "with the same caller’s key", ["caller’s key"]],
    [{ occurrence: 1 }, "in whatever run, by whomever", []],
    [{ submission: "sub_1" }, "under this very submission", ["submission"]],
  ])("%j reads %s", (context, place, names) => {
    const words = contextWords({ ...PARTS, context });
    expect(words.place).toBe(place);
    expect(words.parts.map(({ name }) => name)).toEqual(names);
  });

  test("the occurrence is told apart from it", () => {
    expect(contextWords({ ...PARTS, context: { run: "r", occurrence: 3 } })).toMatchObject({ occurrence: 3 });
  });
});

describe("what joins", () => {
  const step = { ...PARTS, context: { run: "r", step: "s", occurrence: 1 } };

  test("follows the contract's rules, in words", () => {
    const { joins, stays } = joinWords(step, TERMS, WRITE);
    expect(joins[0]).toBe(
      "Another submission in the same step of the same run, with the same paymentId and the same values: it joins, and gets the same result.",
    );
    expect(joins[1]).toMatch(/but other values: it joins as drifted/);
    expect(stays).toEqual([
      "Under another run or step, with the same paymentId and the same values, a look-alike: an intent of its own, held until somebody decides.",
      "Under another run or step, with the same paymentId but other values, a variant: it is turned away.",
      "With another paymentId: another action, with an intent of its own.",
      "The same, more than 7 days after this has ended: it opens the next generation.",
    ]);
  });

  test("under business scope there is no other context to be alike in", () => {
    const { stays } = joinWords({ ...PARTS, context: { occurrence: 1 } }, TERMS, WRITE);
    expect(stays.join(" ")).not.toMatch(/look-alike|variant/);
  });

  test("after a denial only the same values under the same key get it; all else about the target is held", () => {
    expect(joinWords(step, TERMS, { ...WRITE, asksAgain: true })).toEqual({
      joins: [
        "Another submission in the same step of the same run, with the same paymentId and the same values: it joins, and gets the denial.",
      ],
      stays: [
        "Another submission in the same step of the same run, with the same paymentId but other values: an intent of its own, held until a person decides again.",
        "Under another run or step, with the same paymentId and the same values: an intent of its own, held until a person decides again.",
        "Under another run or step, with the same paymentId but other values: an intent of its own, held until a person decides again.",
        "With another paymentId: another action, with an intent of its own.",
        "The same, more than 7 days after the denial: policy decides as if nothing had been denied.",
      ],
    });
    const refusing = { ...TERMS, duplicates: { ...DUPLICATES, lookalike: "refuse", same: "allow" } } as const;
    const { joins, stays } = joinWords(step, refusing, { ...WRITE, asksAgain: true });
    expect(joins).toEqual([]);
    expect(stays[0]).toMatch(/the same values: an intent of its own, held/);
    expect(stays[2]).toMatch(/the same values: it is turned away/);
  });

  test("a denial asks again unless the contract says otherwise", () => {
    expect(asksAfterDenial("denied", {})).toBe(true);
    expect(asksAfterDenial("denied", { afterDenial: "allow" })).toBe(false);
    expect(asksAfterDenial("failed", {})).toBe(false);
  });

  test("nothing joins a read, or a contract that only observes", () => {
    expect(joinWords(step, TERMS, { ...WRITE, effect: "read" }).joins).toEqual([]);
    expect(joinWords(step, TERMS, { ...WRITE, mode: "observe" }).joins).toEqual([]);
  });
});
