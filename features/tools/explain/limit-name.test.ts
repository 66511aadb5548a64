import { expect, test } from "vitest";
import { limitName } from "./limit-name";

test.each([
  ["sum of /amount per agent in 24h, at most 10000 USD", "For each agent: total of amount in any 24 hours"],
  [
    "sum of /items/*/net per /customerId in 7d, at most 12",
    "For each customerId: total of items › each › net in any 7 days",
  ],
  [
    "calls per tool in a calendar day, at most 3",
    "For all agents of a namespace together: intents in a calendar day (UTC)",
  ],
  ["something else", "something else"],
])("%s reads %s", (label, words) => {
  expect(limitName(label)).toBe(words);
});
