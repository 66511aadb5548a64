import { expect, test } from "vitest";
import type { LimitUseDto } from "@/lib/wire/limit";
import { limitWords } from "./limit-words";

const limit = (more: Partial<LimitUseDto> = {}): LimitUseDto => ({
  per: "agent",
  sum: "/amount",
  window: "24h",
  currency: "USD",
  max: "100",
  used: "80",
  amount: "40.5",
  excess: "20.5",
  ...more,
});

test("money: the limit, what is used, what this takes and by how much it is over", () => {
  expect(limitWords([limit()])).toBe(
    "At most $100.00 for one agent in 24 hours: $80.00 is used, and with these $40.50 it is $20.50 over.",
  );
});

test("calls in a calendar day", () => {
  const calls = limit({ per: "tool", sum: null, window: "day", currency: null, max: "3", used: "3", amount: "1" });
  expect(limitWords([{ ...calls, excess: "1" }])).toBe(
    "At most 3 calls for this tool in a calendar day (UTC): 3 so far, and with this one it is 1 too many.",
  );
});

test("a number of a field's own, for each value of another", () => {
  const counted = limit({ per: "/customerId", sum: "/seats", currency: null, max: "10", used: "8", amount: "4" });
  expect(limitWords([{ ...counted, excess: "2" }])).toMatch(
    /^At most 10 seats for one customer id in 24 hours: 8 seats/,
  );
});

test("only those that would be passed; where there is room again, that", () => {
  expect(limitWords([limit({ excess: null }), limit({ max: "50" })])).toMatch(/^At most \$50\.00/);
  expect(limitWords([limit({ excess: null })])).toMatch(/room again/);
});
