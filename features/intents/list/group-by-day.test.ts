import { expect, test } from "vitest";
import { groupByDay } from "./group-by-day";

const NOW = new Date(2026, 4, 20, 12, 0, 0).getTime();
const at = (day: number, hour: number) => ({ createdAt: new Date(2026, 4, day, hour).toISOString() });

test("items of one local day stand together under its name, newest first as they came", () => {
  const days = groupByDay([at(20, 11), at(20, 0), at(19, 23), at(2, 8)], NOW);
  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    [expect.stringContaining("2026"), 1],
  ]);
});
