import { expect, test } from "vitest";
import { toCell, toCsv } from "./csv";
import { addRetries, emptyToolAudit, toResult } from "./tool-audit";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["\tx", "'\tx"],
  ["＝1+1", "'＝1+1"],
  ["\n=1", `"'\n=1"`],
  ["\r=1", `"'\r=1"`],
  ["/memo", "/memo"],
  ["a,b", '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ["two\nlines", '"two\nlines"'],
  ['=cmd|"x"', `"'=cmd|""x"""`],
])("%j is written as %j", (text, cell) => {
  expect(toCell(text)).toBe(cell);
});

test("every line has every column, and ends as RFC 4180 says", () => {
  const audit = emptyToolAudit();
  const sent = { bytes: "x", callerKey: null, run: "r", step: "s", agentId: "agt_1" };
  addRetries(audit, "int_1", [
    { ...sent, at: 0 },
    { ...sent, at: 100 },
  ]);
  const lines = toCsv({ pay: toResult(audit) }).split("\r\n");
  expect(lines.pop()).toBe("");
  expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([8]));
  expect(lines).toContain("pay,who retried,http_client,1,1,100.0,int_1,");
});
