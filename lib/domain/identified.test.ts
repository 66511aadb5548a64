import { describe, expect, test } from "vitest";
import { isIdentifiedBy } from "./identified";
import { compileFields, normaliseArgs } from "./normalise/normalise-args";

function identifies(fields: Record<string, unknown>, args: Record<string, never>, written: string): boolean {
  const compiled = compileFields(fields);
  const read = normaliseArgs(compiled, args);
  if (!read.ok) throw new Error("the args cannot be read");
  return isIdentifiedBy(compiled, read.identity, written);
}
const args = (value: unknown) => value as Record<string, never>;

describe("a value that a person wrote names an intent when the contract reads it as the intent's", () => {
  test.each([
    ["email", { "/who": { role: "identity", as: "email" } }, { who: "Ann@Example.com" }, "ANN@example.com"],
    ["phone", { "/who": { role: "identity", as: "phone", region: "US" } }, { who: "+12125550123" }, "(212) 555-0123"],
    ["id", { "/who": { role: "identity", as: "id" } }, { who: 42 }, " 42 "],
    ["json number", { "/who": { role: "identity" } }, { who: 42 }, "42"],
    [
      "a set's element",
      { "/who": { role: "identity", as: "set", of: "email" } },
      { who: ["a@b.co", "C@d.co"] },
      "c@D.co",
    ],
    ["a list's part", { "/who/*/id": { role: "identity", as: "code" } }, { who: [{ id: "x1" }] }, "X1"],
    ["a member", { "/who": { role: "identity" } }, { who: { name: "Ann" } }, "Ann"],
  ])("%s", (_name, fields, given, written) => {
    expect(identifies(fields, args(given), written)).toBe(true);
  });

  test.each([
    ["another case of an id", { "/who": { role: "identity", as: "id" } }, { who: "Ann" }, "ann"],
    ["a compact code of an id", { "/who": { role: "identity", as: "id" } }, { who: "AB1" }, "AB-1"],
    ["a field that is no identity", { "/who": { role: "material", as: "id" } }, { who: "Ann" }, "Ann"],
    ["a list's length", { "/who/*/id": { role: "identity", as: "id" } }, { who: [{ id: "x" }] }, "1"],
    ["nothing", { "/who": { role: "identity", as: "id" } }, { who: "Ann" }, ""],
  ])("and not by %s", (_name, fields, given, written) => {
    expect(identifies(fields, args(given), written)).toBe(false);
  });
});
