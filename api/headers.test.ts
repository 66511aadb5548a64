import { expect, test } from "vitest";
import { parseCallerKey } from "./idempotency-key";
import { parseWaitSeconds } from "./prefer";

test.each([
  [undefined, 0],
  ["wait=5", 5],
  ["respond-async, wait=7", 7],
  ['wait="9"', 9],
  ["WAIT = 3", 3],
  ["wait=600", 60],
  ["wait=-1", 0],
  ["wait=soon", 0],
  ["", 0],
])("Prefer: %s waits %i s", (header, seconds) => {
  expect(parseWaitSeconds(header)).toBe(seconds);
});

test.each([
  [undefined, null],
  ["abc", "abc"],
  ['"abc"', "abc"],
  ['"a\\"b"', 'a"b'],
  ["x".repeat(255), "x".repeat(255)],
  [`"${"x".repeat(255)}"`, "x".repeat(255)],
])("Idempotency-Key %s is read", (header, key) => {
  expect(parseCallerKey(header)).toBe(key);
});

test.each(["", '""', "   ", "x".repeat(256), "ключ"])("Idempotency-Key %s is refused", (header) => {
  expect(() => parseCallerKey(header)).toThrow();
});
