import { expect, test } from "vitest";
import { CreateOperatorBody } from "@/lib/wire/operator";
import { PASSWORD_RULE, passwordProblem } from "./password-rule";

const accepts = (password: string) =>
  CreateOperatorBody.safeParse({ email: "a@b.test", name: "A", role: "viewer", password }).success;

test.each(["eleven char", "twelve chars", "😀".repeat(11), "😀".repeat(12), "a much longer one, with spaces"])(
  "the page and the server agree about “%s”",
  (password) => {
    expect(passwordProblem(password) === null).toBe(accepts(password));
  },
);

test("the rule that is told is the rule that is checked", () => {
  expect(PASSWORD_RULE).toContain("12");
  expect(passwordProblem("eleven char")).toBe("1 more character needed: at least 12.");
});
