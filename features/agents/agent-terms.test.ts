import { expect, test } from "vitest";
import { type AgentTerms, addLabel, findProblems, NEW_TERMS, termsOf, toBody } from "./agent-terms";

const row = (name: string, value: string, id = 0) => ({ id, name, value });
const terms = (more: Partial<AgentTerms>): AgentTerms => ({ ...NEW_TERMS, ...more });

test("what was read and not touched is sent as it was", () => {
  const agent = { labels: { tier: "trusted", region: "" }, tools: ["refund_payment"], mayRepeat: false };
  expect(toBody(termsOf(agent))).toEqual(agent);
});

test("unticking the last tool does not open all of them", () => {
  const empty = terms({ reach: "some", tools: [] });
  expect(findProblems(empty).tools).toMatch(/at least one/);
  expect(findProblems(terms({ reach: "all", tools: [] }))).toEqual({});
});

test("whoever allows all tools sends none, whatever was ticked before", () => {
  expect(toBody(terms({ reach: "all", tools: ["refund_payment"] })).tools).toEqual([]);
});

test("rows that nobody filled in are no labels; a value without a name is a mistake", () => {
  expect(toBody(terms({ labels: [row("", " "), row(" tier ", " trusted ", 1)] })).labels).toEqual({ tier: "trusted" });
  expect(findProblems(terms({ labels: [row("", "x")] })).labels).toMatch(/needs a name/);
});

test("a name that is used twice is told instead of one of the two being lost", () => {
  expect(findProblems(terms({ labels: [row("a", "1"), row(" a", "2", 1)] })).labels).toMatch(/two labels named a/);
});

test("a new row never takes another row's place", () => {
  const rows = addLabel(addLabel([]));
  expect(rows.map(({ id }) => id)).toEqual([0, 1]);
  expect(addLabel([row("b", "", 7)]).map(({ id }) => id)).toEqual([7, 8]);
});
