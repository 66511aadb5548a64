import { expect, test } from "vitest";
import { comparedAs } from "./normaliser-words";

test.each<[Record<string, unknown> | string, string]>([
  [{ as: "id" }, "an identifier: 42 and “42” are the same, case counts"],
  [
    { as: "id", compact: true },
    "an identifier: 42 and “42” are the same, case counts; spaces and hyphens inside are left out",
  ],
  [
    { as: "id", prefix: ["order ", "#"] },
    "an identifier: 42 and “42” are the same, case counts; “order” with a space behind it or “#” in front is left out",
  ],
  [{ as: "code" }, "a code: case does not count"],
  [{ as: "text" }, "text: case and runs of spaces do not count"],
  [{ as: "email" }, "an e-mail address: case does not count"],
  [{ as: "email", plus: "strip" }, "an e-mail address: case does not count; a tag after a plus sign is left out"],
  [{ as: "phone" }, "a phone number, in any spelling"],
  [{ as: "phone", region: "US" }, "a phone number, in any spelling; one without a country is read as of US"],
  [{ as: "url" }, "a web address, without what follows #"],
  [{ as: "url", query: "sorted" }, "a web address, without what follows #; the order of its parameters does not count"],
  [{ as: "integer" }, "a whole number: 5 and “5” are the same"],
  [{ as: "decimal" }, "a number, exactly: 80, 80.0 and “80.00” are the same"],
  [
    { as: "money", currency: "/currency", unit: "major" },
    "an amount: 80, “80” and 80 with the sign of its currency are the same; its currency is in the field currency",
  ],
  [{ as: "money", code: "EUR", unit: "major" }, "an amount in EUR: 80, “80” and “EUR 80” are the same"],
  [{ as: "money", code: "USD", unit: "minor" }, "an amount in USD, in minor units such as cents"],
  [{ as: "date" }, "a day"],
  [{ as: "date", zone: "Europe/Paris" }, "a day; an instant counts as the day in Europe/Paris"],
  [{ as: "instant" }, "a moment: 14:00Z and 15:00+01:00 are the same"],
  [
    { as: "instant", zone: "UTC" },
    "a moment: 14:00Z and 15:00+01:00 are the same; a time without an offset is read in UTC",
  ],
  [{ as: "enum", values: ["a", "b"] }, "one of “a” or “b”: case does not count"],
  [{ as: "enum", values: ["a"], aliases: { x: "a" } }, "one of “a”: case does not count; “x” for “a” too"],
  [{ as: "country" }, "a country: US, us and USA are the same"],
  [{ as: "boolean" }, "true or false"],
  [{ as: "set", of: { as: "boolean" } }, "a list whose order and repeats do not count; each element is true or false"],
  [{ as: "bag" }, "a list whose order does not count, but repeats do"],
  [{ as: "list" }, "a list, in order"],
  [{ as: "json" }, "a value, exactly as it is written"],
  [{}, "a value, exactly as it is written"],
  [{ as: "haiku" }, "“haiku”, which this page has no words for"],
  [{ as: "constructor" }, "“constructor”, which this page has no words for"],
])("%j is compared as %s", (rule, words) => {
  expect(comparedAs(rule)).toBe(words);
});

test("a long list of values says how many more there are", () => {
  const values = Array.from({ length: 15 }, (_none, index) => `v${index}`);
  expect(comparedAs({ as: "enum", values })).toMatch(/“v11” and 3 more: case/);
});

test("what is no rule at all is compared as it is written", () => {
  for (const rule of [null, "id", 7, []]) expect(comparedAs(rule)).toBe("a value, exactly as it is written");
});
