import { describe, expect, test } from "vitest";
import { headline, isQuiet, moneyWords, perEffectWords, shareWords, stepsWords, unpricedWords } from "./overview-words";

const USD = { currency: "USD", amount: "12400", duplicates: 800 };
const EUR = { currency: "EUR", amount: "310.5", duplicates: 3 };
const totals = (submissions: number, effects: number, duplicates: number) => ({
  ...{ submissions, effects, duplicates },
  intents: submissions - duplicates,
});
const sentence = (...asked: Parameters<typeof headline>) =>
  headline(...asked)
    .map(({ text }) => text)
    .join("");

describe("the time in one sentence", () => {
  test.each([
    [
      { totals: totals(1_204, 301, 903), prevented: [USD] },
      "1,204 submissions became 301 effects; 903 duplicates prevented, worth $12,400.00.",
    ],
    [
      { totals: totals(1_204, 301, 903), prevented: [USD, EUR] },
      "1,204 submissions became 301 effects; 903 duplicates prevented, worth $12,400.00 and €310.50.",
    ],
    [{ totals: totals(2, 1, 1), prevented: [] }, "2 submissions became 1 effect; 1 duplicate prevented."],
    [{ totals: totals(1, 0, 0), prevented: [] }, "1 submission and no effect; no duplicate came."],
    [
      { totals: totals(2, 5, 0), prevented: [] },
      "2 submissions and 5 effects, some of them asked for earlier; no duplicate came.",
    ],
  ])("%#", (asked, words) => {
    expect(sentence(asked)).toBe(words);
  });

  test("what is counted stands out, and nothing else", () => {
    const figures = headline({ totals: totals(3, 2, 1), prevented: [EUR] }).filter(({ isFigure }) => isFigure);
    expect(figures.map(({ text }) => text)).toEqual(["3 submissions", "2 effects", "1 duplicate", "€310.50"]);
  });
});

test("currencies are listed, never added", () => {
  expect(moneyWords([USD, EUR, { currency: "JPY", amount: "5000", duplicates: 1 }])).toBe(
    "$12,400.00, €310.50, and ¥5,000",
  );
});

test("what the amounts leave out is said", () => {
  expect(unpricedWords({ totals: totals(5, 1, 3), prevented: [EUR] })).toBeNull();
  expect(unpricedWords({ totals: totals(5, 1, 4), prevented: [EUR] })).toBe(
    "1 duplicate asked for something without an amount of money.",
  );
  expect(unpricedWords({ totals: totals(5, 1, 4), prevented: [] })).toContain("No tool");
});

test("per effect, also where there was none", () => {
  expect(perEffectWords({ duplicates: 42, effects: 10 })).toBe("4.2");
  expect(perEffectWords({ duplicates: 42, effects: 0 })).toBe("no effect");
});

test("a share is never rounded to nothing or to all", () => {
  expect([0, 1, 500, 999, 1_000].map((part) => shareWords(part, 1_000))).toEqual([
    "0 %",
    "< 1 %",
    "50 %",
    "> 99 %",
    "100 %",
  ]);
  expect(shareWords(0, 0)).toBe("0 %");
});

test("it is quiet when nothing came, nothing happened and nobody decided", () => {
  const decisionTime = { count: 1, p50Ms: 1, p95Ms: 1 };
  expect(isQuiet({ totals: totals(0, 0, 0), decisionTime: null })).toBe(true);
  expect(isQuiet({ totals: totals(0, 1, 0), decisionTime: null })).toBe(false);
  expect(isQuiet({ totals: totals(0, 0, 0), decisionTime })).toBe(false);
});

test("a time whose last step is not over says so", () => {
  const bucket = { from: "2026-11-17T23:30:00Z", to: "2026-11-18T00:00:00Z" } as Parameters<
    typeof stepsWords
  >[0]["buckets"][number];
  expect(stepsWords({ buckets: [bucket], asOf: "2026-11-17T23:49:00Z" })).toBe(
    ", in steps of 30 minutes; the last one is still going on",
  );
  expect(stepsWords({ buckets: [bucket], asOf: "2026-11-18T00:00:00Z" })).toBe("");
});
