import { expect, test } from "vitest";
import { extend, firstIndexOf, learnSize, type Pages, placeOf, ROWS_MAX, rowCountOf } from "./page-marks";

const PAGES: Pages = [
  { cursor: "c", size: 100 },
  { cursor: "b", size: 0 },
  { cursor: "a", size: 200 },
];

test("a row is found in its page, and nothing beyond the last", () => {
  expect(rowCountOf(PAGES)).toBe(300);
  expect([0, 99, 100, 299].map((index) => placeOf(PAGES, index))).toEqual([
    { page: 0, at: 0 },
    { page: 0, at: 99 },
    { page: 2, at: 0 },
    { page: 2, at: 199 },
  ]);
  expect([placeOf(PAGES, 300), placeOf(PAGES, -1), placeOf([], 0)]).toEqual([null, null, null]);
  expect([0, 1, 2].map((page) => firstIndexOf(PAGES, page))).toEqual([0, 100, 100]);
});

test("a size that is as it was changes nothing", () => {
  expect(learnSize(PAGES, "a", 200)).toBe(PAGES);
  expect(learnSize(PAGES, "nobody", 5)).toBe(PAGES);
  expect(learnSize(PAGES, "a", 199)[2]).toEqual({ cursor: "a", size: 199 });
});

test("the list grows by a page at its end, once, up to the bound", () => {
  const more = extend(PAGES, "0");
  expect(more.map(({ cursor }) => cursor)).toEqual(["c", "b", "a", "0"]);
  expect(extend(more, "0")).toBe(more);
  const full = [{ cursor: "x", size: ROWS_MAX }];
  expect(extend(full, "y")).toBe(full);
});
