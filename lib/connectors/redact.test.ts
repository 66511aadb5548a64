import { expect, test } from "vitest";
import { makeRedactor } from "./redact";

test("a secret is masked as it is, inside an address and inside JSON", () => {
  const redact = makeRedactor(new Map([["A", { value: 'to"k en/1', origins: null }]]));
  const seen = ['to"k en/1', encodeURIComponent('to"k en/1'), JSON.stringify({ a: 'to"k en/1' })].join(" ");
  expect(redact(seen)).toBe('*** *** {"a":"***"}');
});
