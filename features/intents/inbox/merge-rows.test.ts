import { expect, test } from "vitest";
import { mergeRows, neighbourOf, type Row } from "./merge-rows";

const rows = (ids: string): Row<{ id: string }>[] => Array.from(ids, (id) => ({ item: { id }, isGone: false }));
/** Those that are gone in brackets. */
const draw = (drawn: Row<{ id: string }>[]) =>
  drawn.map(({ item, isGone }) => (isGone ? `(${item.id})` : item.id)).join("");
const keep = (ids: string) => (id: string) => ids.includes(id);

test("what the server lists is drawn in its order, and what it no longer lists is gone", () => {
  expect(draw(mergeRows(rows("abc"), rows("xacd"), keep("")))).toBe("xacd");
});

test.each([
  ["in the middle", "abc", "ac", "b", "a(b)c"],
  ["at the top", "abc", "bc", "a", "(a)bc"],
  ["at the end", "abc", "ab", "c", "ab(c)"],
  ["two in a row", "abcd", "ad", "bc", "a(b)(c)d"],
  ["behind one that is gone for good", "abcd", "ad", "c", "a(c)d"],
  ["with others inserted above", "abc", "xyac", "b", "xya(b)c"],
  ["when nothing is left", "ab", "", "b", "(b)"],
])("a row that is looked at keeps its place %s", (_, before, listed, kept, drawn) => {
  expect(draw(mergeRows(rows(before), rows(listed), keep(kept)))).toBe(drawn);
});

test("a kept row stays kept through further changes, and is one row again when it comes back", () => {
  const first = mergeRows(rows("abc"), rows("ac"), keep("b"));
  expect(draw(mergeRows(first, rows("c"), keep("b")))).toBe("(b)c");
  expect(draw(mergeRows(first, rows("abc"), keep("b")))).toBe("abc");
});

test("the neighbour is the next one that still waits, else the one before", () => {
  expect(neighbourOf(rows("abc"), "b")).toBe("c");
  expect(neighbourOf(rows("abc"), "c")).toBe("b");
  expect(neighbourOf(rows("a"), "a")).toBeNull();
  const gone = mergeRows(rows("abc"), rows("a"), keep("bc"));
  expect(neighbourOf(gone, "b")).toBe("a");
});
