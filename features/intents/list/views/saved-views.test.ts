import { describe, expect, test } from "vitest";
import { filterPath } from "../filter/intent-filter";
import { parseFilter } from "../filter/parse-filter";
import { BUILT_IN, findView, parseViews, type View, writeViews } from "./saved-views";

const MINE: View = { id: "1", name: "Mine", filter: { state: "failed", tool: "a&b" }, columns: ["state", "tool"] };

test("a view is read as it was written", () => {
  expect(parseViews(writeViews([MINE]))).toEqual([MINE]);
  expect(parseViews(writeViews([{ ...MINE, columns: null }]))[0]?.columns).toBeNull();
});

describe("what is no view is left out:", () => {
  test.each([
    [null],
    [""],
    ["{"],
    ["{}"],
    ["null"],
    ["[null, 5, {}]"],
    ['[{"id":"1","name":"","search":""}]'],
    ['[{"id":"1","name":5,"search":""}]'],
    ['[{"id":"1","name":"x","search":"state=queued"}]'],
    [`[{"id":"1","name":"${"x".repeat(61)}","search":""}]`],
  ])("%s", (text) => expect(parseViews(text)).toEqual([]));

  test("and the others stay", () => {
    expect(parseViews(`[5,${writeViews([MINE]).slice(1)}`)).toEqual([MINE]);
  });
});

test("views that are built in can be asked for", () => {
  for (const { filter } of BUILT_IN) {
    const { searchParams } = new URL(filterPath(filter), "http://x");
    expect(parseFilter(searchParams)).toEqual({ filter, problems: [] });
  }
});

test("an address is the view whose filter it has, and whose columns where it names some", () => {
  expect(findView(BUILT_IN, { state: "in_doubt" }, null)?.name).toBe("In doubt");
  expect(findView(BUILT_IN, { state: "in_doubt", tool: "t" }, null)).toBeNull();
  expect(findView([MINE], MINE.filter, ["state", "tool"])).toBe(MINE);
  expect(findView([MINE], MINE.filter, ["tool"])).toBeNull();
});
