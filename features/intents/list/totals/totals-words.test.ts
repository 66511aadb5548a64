import { expect, test } from "vitest";
import { amountWords, boundWords, countWords } from "./totals-words";

const usd = (sum: string) => [{ currency: "USD", count: 1, sum }];
const totals = (part: object) => ({ count: 2, complete: true, byState: [], amounts: [], ...part });

test.each([
  [{ count: 1, complete: true }, "1 intent"],
  [{ count: 0, complete: true }, "0 intents"],
  [{ count: 1234, complete: true }, "1,234 intents"],
  [{ count: 100_000, complete: false }, "100,000 intents or more"],
  [{ count: 0, complete: false }, "Too many intents to count"],
])("%j is %s", (counted, words) => {
  expect(countWords(counted)).toBe(words);
});

test("figures that are not of everything say of what they are", () => {
  expect(boundWords(totals({}), false)).toBeNull();
  expect(boundWords(totals({ complete: false, count: 100_000 }), false)).toBe(
    "These figures are of the newest 100,000.",
  );
  expect(boundWords(totals({ complete: false, count: 100_000 }), true)).toContain("largest");
  expect(boundWords(totals({ complete: false, count: 0 }), true)).toContain("took too long");
});

test("what was asked for is never shown as what took effect", () => {
  const byState = [
    { state: "succeeded" as const, count: 1, amounts: usd("10") },
    { state: "denied" as const, count: 1, amounts: usd("90") },
  ];
  expect(amountWords(totals({ byState, amounts: usd("100") }))).toEqual([
    { currency: "USD", asked: "$100.00", succeeded: "$10.00" },
  ]);
  expect(amountWords(totals({ byState: [], amounts: usd("100") }))[0]?.succeeded).toBe("none");
  expect(amountWords(totals({ byState: byState.slice(0, 1), amounts: usd("10") }))[0]?.succeeded).toBeNull();
});
