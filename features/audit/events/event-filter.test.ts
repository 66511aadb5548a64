import { expect, test } from "vitest";
import { filterPath, isFiltered, parseFilter, toQuery } from "./event-filter";

const parse = (text: string) => parseFilter(new URLSearchParams(text));

test.each([
  "type=intent.approve&actor=opr_1",
  "intent=int_1&subject=refund_payment&last=24h",
  "from=2026-11-16T00%3A00%3A00.000Z&to=2026-11-17T00%3A00%3A00.000Z",
])("%s comes back as it was", (text) => {
  expect(filterPath(parse(text))).toBe(`/audit?${text}`);
  expect(isFiltered(parse(text))).toBe(true);
});

test("what the API would refuse is left out", () => {
  expect(parse(`type=${"x".repeat(65)}&last=2w&from=soon&actor=`)).toEqual({});
  expect(isFiltered({ type: undefined })).toBe(false);
  expect(filterPath({})).toBe("/audit");
});

test("a time that goes on is counted from when it is looked at", () => {
  const now = Date.parse("2026-11-16T12:00:00.000Z");
  expect(toQuery({ last: "1h", type: "a" }, now)).toEqual({ type: "a", from: "2026-11-16T11:00:00.000Z" });
});
