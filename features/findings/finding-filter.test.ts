import { expect, test } from "vitest";
import { filterPath, isNarrowed, parseFilter, toQuery } from "./finding-filter";

const parse = (text: string) => parseFilter(new URLSearchParams(text));

test("the bare address shows what is open", () => {
  expect(parse("")).toEqual({ state: "open" });
  expect(filterPath({ state: "open" })).toBe("/findings");
  expect(toQuery({ state: "any", tool: "a" })).toEqual({ tool: "a" });
});

test.each(["state=any&kind=drift&tool=refund_payment", "state=resolved&intent=int_1&reconciliation=rec_1"])(
  "%s comes back as it was",
  (text) => {
    expect(filterPath(parse(text))).toBe(`/findings?${text}`);
    expect(isNarrowed(parse(text))).toBe(true);
  },
);

test("what the API would refuse is left out", () => {
  expect(parse(`state=closed&kind=${"x".repeat(65)}&tool=`)).toEqual({ state: "open" });
});
