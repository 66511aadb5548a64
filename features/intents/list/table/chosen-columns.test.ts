import { expect, test } from "vitest";
import { parseColumns, strangeColumns, toggleColumn } from "./chosen-columns";

test("columns stand in their own order, each once, and the tool is always there", () => {
  expect(parseColumns("created,state,state")).toEqual(["state", "tool", "created"]);
  expect(parseColumns("tool")).toEqual(["tool"]);
});

test.each([[null], [""], ["nothing,known"], ["__proto__"]])("%j names no columns", (text) => {
  expect(parseColumns(text)).toBeNull();
});

test("what is no column is told", () => {
  expect(strangeColumns("state,colour,")).toEqual(["colour", ""]);
  expect(strangeColumns(null)).toEqual([]);
});

test("a column comes to its place and goes from it", () => {
  expect(toggleColumn(["tool", "created"], "state", true)).toEqual(["state", "tool", "created"]);
  expect(toggleColumn(["state", "tool"], "state", false)).toEqual(["tool"]);
});
