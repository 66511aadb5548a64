import { expect, test } from "vitest";
import { safeNextPath, signInPath } from "./next-path";

test.each(["/intents", "/?reason=drift", "/intents/int_1", "/intents?state=held&tool=a%20b", "/intents/int_1#history"])(
  "%s is kept: it is a page of this origin",
  (next) => {
    expect(safeNextPath(next)).toBe(next);
  },
);

test.each([
  ["nothing", undefined],
  ["the root", "/"],
  ["a repeated parameter", ["/intents", "/x"]],
  ["another origin", "https://evil.example/intents"],
  ["another host without a scheme", "//evil.example"],
  ["a backslash that browsers read as a slash", "/\\evil.example"],
  ["a tab that browsers drop", "/\t/evil.example"],
  ["dots that fold into another host", "/.//evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a relative path", "intents"],
  ["the sign-in page itself", "/sign-in?next=/sign-in"],
  ["an API address", "/api/v1/session"],
  ["a path without end", `/${"a".repeat(3_000)}`],
])("%s leads home instead", (_name, next) => {
  expect(safeNextPath(next)).toBe("/");
});

test("the way to sign in remembers where the operator was", () => {
  expect(signInPath("/intents/int_1?a=b")).toBe("/sign-in?next=%2Fintents%2Fint_1%3Fa%3Db");
  expect(signInPath("/")).toBe("/sign-in");
});
