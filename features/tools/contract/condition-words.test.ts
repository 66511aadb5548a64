import { expect, test } from "vitest";
import { conditionWords } from "./condition-words";

test.each([
  ["args.amount <= 50.0", "amount is at most 50"],
  ["args.amount > 1000.5", "amount is more than 1000.5"],
  ["args.amount < -3", "amount is less than -3"],
  ["args.count>=2", "count is at least 2"],
  ['args.currency == "USD"', "currency is “USD”"],
  ["args.currency != 'USD'", "currency is not “USD”"],
  ["args.isGift == true", "isGift is true"],
  ['args.customer.tier == "gold"', "customer › tier is “gold”"],
  ['args["odd name"] == 1', "odd name is 1"],
  ['args.to.endsWith("@example.com")', "to ends with “@example.com”"],
  ['args.to.startsWith("a")', "to begins with “a”"],
  ['args.to.contains("a")', "to contains “a”"],
  ['args.currency in ["USD", "EUR"]', "currency is one of “USD” or “EUR”"],
  ["has(args.note)", "note is given"],
  ["!has(args.note)", "note is left out"],
  ['agent.labels.tier == "trusted"', "the agent’s label tier is “trusted”"],
  ['agent.name == "a"', "the agent’s name is “a”"],
  ["intent.submissionCount > 3", "the number of submissions is more than 3"],
  ['run == "nightly"', "the run is “nightly”"],
  ['args.currency == "USD" && args.amount <= 50.0', "currency is “USD” and amount is at most 50"],
  ["args.a == 1 || args.b == 2 || args.c == 3", "a is 1, b is 2 or c is 3"],
  ['args.note == "a && b"', "note is “a && b”"],
])("%s reads %s", (condition, words) => {
  expect(conditionWords(condition)).toBe(words);
});

test.each([
  "args.a == 1 && args.b == 2 || args.c == 3",
  "(args.a == 1)",
  "!(args.a == 1)",
  "args.a + 1 == 2",
  "args.a == args.b",
  "args.items.all(x, x > 1)",
  "size(args.items) > 3",
  'args.a == "x\\"y"',
  'args.a == "open',
  "now > timestamp('2026-01-01T00:00:00Z')",
  "agent.labels == 3",
  "args == 1",
  "true",
  "",
  "50.0 >= args.amount",
  "args.a == 1e3",
])("%s is shown as it is: half a translation would be worse than none", (condition) => {
  expect(conditionWords(condition)).toBeNull();
});
