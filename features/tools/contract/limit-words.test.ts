import { expect, test } from "vitest";
import { limitStatements } from "./limit-words";
import { makeContract, textsOf } from "./testing/make-contract";

const FIELDS = {
  "/amount": { role: "material", as: "money", currency: "/currency" },
  "/fee": { role: "material", as: "money", code: "USD" },
  "/units": { role: "material", as: "integer" },
};
const said = (limit: unknown) =>
  textsOf(limitStatements(makeContract({ definition: { fields: FIELDS, limits: [limit] } })));

test.each<[Record<string, unknown>, string]>([
  [
    { per: "agent", sum: "/amount", max: 10_000, window: "24h", over: "hold" },
    "For each agent: at most 10,000 in total of amount, in each currency by itself in any 24 hours. What would go over is held for a person.",
  ],
  [
    { per: "tool", sum: "/fee", max: 99.5, window: "month", over: "refuse" },
    "For all agents of a namespace together: at most $99.50 in total of fee in a calendar month (UTC). What would go over is refused.",
  ],
  [
    { per: "/customerId", count: true, max: 3, window: "week" },
    "For each customerId: at most 3 intents in a calendar week (UTC, from Monday). What would go over is held for a person.",
  ],
  [
    { per: "tool", count: true, max: 1, window: "day", over: "hold" },
    "For all agents of a namespace together: at most 1 intent in a calendar day (UTC). What would go over is held for a person.",
  ],
  [
    { per: "agent", sum: "/units", max: 5, window: "15m", over: "hold" },
    "For each agent: at most 5 in total of units in any 15 minutes. What would go over is held for a person.",
  ],
])("%j is said", (limit, words) => {
  expect(said(limit)).toEqual([words]);
});

test("what this page cannot read is shown as it is", () => {
  expect(said({ per: "agent" })).toEqual(['A limit that this page has no words for: {"per":"agent"}']);
  expect(said({ per: "agent", count: true, max: 1, window: "moon", over: "sing" })[0]).toMatch(/in “moon”.*“sing”/);
});

test("a read is never limited, and a contract without limits says so", () => {
  const limits = [{ per: "agent", count: true, max: 1, window: "day" }];
  expect(textsOf(limitStatements(makeContract({ effect: "read", definition: { limits } })))[0]).toMatch(
    /never limited/,
  );
  expect(textsOf(limitStatements(makeContract()))).toEqual(["This contract declares no limit."]);
});
