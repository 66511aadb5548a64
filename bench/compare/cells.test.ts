import { expect, test } from "vitest";
import { cellsFor } from "./cells";

test("starts and duplicates come from a crowd, what is done from every number of connections", () => {
  expect(cellsFor([1, 32, 128]).map(({ kind, connections }) => `${kind}@${connections}`)).toEqual([
    "start@32",
    "done@1",
    "done@32",
    "done@128",
    "duplicate@32",
  ]);
  expect(cellsFor([1, 8])[0]).toEqual({ kind: "start", connections: 8 });
});
