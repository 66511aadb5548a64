import { expect, test } from "vitest";
import type { IntentRow } from "../rows/intent-row";
import { searchWords } from "./search-words";

const row = (part: Partial<IntentRow>) => ({ id: "int_1", effectId: null, run: null, ...part }) as IntentRow;

test.each([
  [[row({ id: "x" })], "Found as an intent’s id."],
  [[row({ effectId: "x" })], "Found as an effect id."],
  [[row({ run: "x" }), row({})], "Found as a run and a value of an identity field."],
  [
    [row({ run: "x" }), row({ effectId: "x" }), row({})],
    "Found as an effect id, a run and a value of an identity field.",
  ],
])("it says as what something was found", (rows, words) => {
  expect(searchWords("x", rows)).toBe(words);
});

test("it says what was searched where nothing was found", () => {
  expect(searchWords("x", [])).toMatch(/^Searched whole/);
});
