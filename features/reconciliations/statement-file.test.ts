import { expect, test } from "vitest";
import { formatBytes, statementType } from "./statement-file";

const file = (name: string, text: string) => new File([text], name);

test.each([
  ["november.csv", "[", "text/csv"],
  ["NOVEMBER.CSV", "", "text/csv"],
  ["a.jsonl", "[", "application/x-ndjson"],
  ["a.json", "", "application/json"],
  ["statement", " \n[{}]", "application/json"],
  ["statement.txt", '\ufeff{"a":1}\n', "application/x-ndjson"],
  ["statement.txt", "id;amount\n", "text/csv"],
  ["statement.constructor", "", "text/csv"],
])("%s that begins with %j is %s", async (name, text, type) => {
  expect(await statementType(file(name, text))).toBe(type);
});

test("sizes are told in a unit that fits", () => {
  expect([0, 512, 1_024, 1_572_864, 268_435_456].map(formatBytes)).toEqual([
    "0 bytes",
    "512 bytes",
    "1 KiB",
    "1.5 MiB",
    "256 MiB",
  ]);
});
