import { expect, test } from "vitest";
import { ALL, filterPath, isNarrowed, parseFilter, toQuery } from "./grant-filter";

const parse = (text: string) => parseFilter(new URLSearchParams(text));

test("the bare address shows every grant", () => {
  expect(parse("")).toEqual(ALL);
  expect(filterPath(ALL)).toBe("/grants");
  expect(isNarrowed(ALL)).toBe(false);
  expect(toQuery({ state: "any", tool: "a" })).toEqual({ tool: "a" });
});

test.each(["state=used_up&tool=refund_payment&agent=agt_1", "state=revoked", "agent=agt_1"])(
  "%s comes back as it was",
  (text) => {
    expect(filterPath(parse(text))).toBe(`/grants?${text}`);
    expect(isNarrowed(parse(text))).toBe(true);
  },
);

test("what the API would refuse is left out", () => {
  expect(parse(`state=over&tool=&agent=${"x".repeat(65)}`)).toEqual(ALL);
});
