import { expect, test } from "vitest";
import { findPlaces } from "./json-places";

const TEXT = `{
  "amount": 80,
  "lines": [
    { "sku": "a\\"{", "n": 1 },
    2
  ],
  "a/b": { "c~d": null }
}`;

test("every value has the line that it begins on", () => {
  const { lines, faults } = findPlaces(TEXT);
  expect(Object.fromEntries(lines)).toEqual({
    "": 1,
    "/amount": 2,
    "/lines": 3,
    "/lines/0": 4,
    "/lines/0/sku": 4,
    "/lines/0/n": 4,
    "/lines/1": 5,
    "/a~1b": 7,
    "/a~1b/c~0d": 7,
  });
  expect(faults).toEqual([]);
});

test("a number that would lose digits is told, and one that keeps them is not", () => {
  const { faults } = findPlaces(
    '{"a": 9007199254740993, "b": 9007199254740992, "c": 1e300, "d": 0.1000000000000000055}',
  );
  expect(faults.map(({ pointer }) => pointer)).toEqual(["/a", "/d"]);
});

test("a member that is written twice is told: only the last would be sent", () => {
  expect(findPlaces('{"amount": 1, "amount": 2}').faults).toEqual([
    { pointer: "/amount", message: "It is written twice." },
  ]);
});
