import { expect, test } from "vitest";
import { filterWords, withoutFilters } from "./filter-words";

const valuesOf = (filter: Parameters<typeof filterWords>[0]) =>
  filterWords(filter).map(({ name, value }) => `${name}: ${value}`);

test("every filter is told in words", () => {
  const filter = { q: "x", state: "in_doubt", tool: "t", agent: "a", operator: "o", run: "r", effectId: "e" } as const;
  expect(valuesOf({ ...filter, identity: "i", period: "today" })).toEqual([
    ..."Search: x|State: In doubt|Tool: t|Agent: a|Acted on by: o|Run: r|Effect id: e|Identity value: i".split("|"),
    "Time: Today",
  ]);
});

test.each([
  [{ amount: "5", currency: "USD" }, "$5.00"],
  [{ amountFrom: "5", amountTo: "7.5", currency: "USD" }, "$5.00 – $7.50"],
  [{ amountFrom: "5", currency: "JPY" }, "¥5 or more"],
  [{ amountTo: "5", currency: "USD" }, "$5.00 or less"],
  [{ currency: "USD" }, "any, in USD"],
])("an amount %j is %s, and goes as a whole", (filter, value) => {
  const [words] = filterWords(filter);
  expect(words?.value).toBe(value);
  expect(withoutFilters({ ...filter, tool: "t" }, words?.removes ?? [])).toEqual({ tool: "t" });
});

test("a time of one's own is told with its ends", () => {
  const [from, to] = ["2026-11-01T08:00:00.000Z", "2026-11-02T08:00:00.000Z"];
  expect(valuesOf({ from, to })[0]).toMatch(/^Time: .*2026.* – .*2026/);
  expect(valuesOf({ from })[0]).toMatch(/^Time: since /);
  expect(valuesOf({ to })[0]).toMatch(/^Time: before /);
});
