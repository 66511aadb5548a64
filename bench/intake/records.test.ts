import { expect, test } from "vitest";
import { judgeRecords } from "./records";

test("an answer without a record, and a record without an answer, are told", () => {
  expect(judgeRecords(10, 10)).toEqual([]);
  expect(judgeRecords(10, 9)).toEqual([expect.stringContaining("9 were recorded")]);
  expect(judgeRecords(9, 10)).toHaveLength(1);
});
