import { expect, test } from "vitest";
import type { JsonValue } from "../json";
import { isOnlySpelling } from "./near-identical";

const SPELLING: [JsonValue, JsonValue][] = [
  ["ACME Ltd.", "acme ltd"],
  [" a  b ", "a b"],
  ["80", 80],
  ["80.0", 80],
  ["2024-01-02", "2024/01/02"],
  ["ＡＢＣ", "abc"],
  [{ name: "Ann" }, { name: "ANN" }],
  [
    ["x", "Y"],
    ["X", "y"],
  ],
];
const OTHER: [JsonValue, JsonValue][] = [
  ["80", "90"],
  ["a", "b"],
  [null, ""],
  [true, "true"],
  ["", "-"],
  [["x"], ["x", "y"]],
  ["same", "same"],
];

test.each(SPELLING)("%j and %j are one value in two spellings", (one, other) => {
  expect(isOnlySpelling(one, other)).toBe(true);
  expect(isOnlySpelling(other, one)).toBe(true);
});

test.each(OTHER)("%j and %j are not", (one, other) => {
  expect(isOnlySpelling(one, other)).toBe(false);
});
