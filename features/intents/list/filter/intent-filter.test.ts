import { describe, expect, test } from "vitest";
import { FILTER_NAMES, filterPath, type IntentFilter, isSameFilter, toQuery } from "./intent-filter";
import { parseFilter } from "./parse-filter";

const parse = (text: string) => parseFilter(new URLSearchParams(text));

const EVERYTHING: IntentFilter = {
  q: "pay 1&2",
  state: "in_doubt",
  tool: "refund_payment & more",
  agent: "agt_1",
  operator: "opr_1",
  run: "run=1",
  effectId: "re_1",
  identity: "jane+1@x.test",
  from: "2026-11-01T00:00:00Z",
  to: "2026-11-02T00:00:00+02:00",
  amountFrom: "-1.5",
  amountTo: "80.00",
  currency: "USD",
};

test("every filter survives the address bar", () => {
  const read = parseFilter(new URL(filterPath(EVERYTHING), "http://x").searchParams);
  expect(read).toEqual({ filter: EVERYTHING, problems: [] });
  expect(parse("period=today&amount=5&currency=eur").filter).toEqual({ period: "today", amount: "5", currency: "EUR" });
  expect(filterPath({})).toBe("/intents");
});

test("no filter is forgotten", () => {
  expect([...FILTER_NAMES].sort()).toEqual([...Object.keys(EVERYTHING), "amount", "period"].sort());
});

test("columns travel with the address and are no filter", () => {
  expect(filterPath({ state: "held" }, ["tool", "state"])).toBe("/intents?state=held&columns=tool%2Cstate");
  expect(parse("columns=tool")).toEqual({ filter: {}, problems: [] });
});

describe("what an address says and nobody can answer is told:", () => {
  test.each([
    ["state=queued", "state", "is not a state."],
    ["state=held&state=failed", "state", "is there more than once."],
    ["tool=", "tool", "is empty."],
    [`tool=${"t".repeat(129)}`, "tool", "is longer than 128 characters, or no text."],
    ["run=a%00b", "run", "is longer than 255 characters, or no text."],
    ["from=yesterday", "from", "is not a time, such as 2026-11-17T20:00:00Z."],
    ["from=2026-11-01", "from", "is not a time, such as 2026-11-17T20:00:00Z."],
    ["to=2026-13-01T00:00:00Z", "to", "is not a time, such as 2026-11-17T20:00:00Z."],
    ["period=lately", "period", "is not one of 1h, today, 24h, 7d, 30d."],
    ["amount=1e3&currency=USD", "amount", "is not an amount, such as 80 or 80.50."],
    ["amount=5", "amount", "needs a currency beside it."],
    ["currency=dollars", "currency", "is not a currency, such as USD."],
    ["agnet=agt_1", "agnet", "is not a filter."],
    ["__proto__=1", "__proto__", "is not a filter."],
  ])("%s", (text, name, why) => {
    const { problems } = parse(text);
    expect(problems).toEqual([expect.objectContaining({ name, why })]);
  });

  test("and is not asked for, while the rest is", () => {
    const { filter, problems } = parse("state=queued&tool=t&amountFrom=9&amountTo=5&currency=USD");
    expect(filter).toEqual({ tool: "t", currency: "USD" });
    expect(problems.map(({ name }) => name)).toEqual(["state", "amountFrom", "amountTo"]);
  });

  test("a time that is over before it begins, and one beside a period", () => {
    const same = "2026-11-01T00:00:00Z";
    expect(parse(`from=${same}&to=${same}`).filter).toEqual({});
    expect(parse(`period=7d&from=${same}`)).toMatchObject({ filter: { period: "7d" }, problems: [{ name: "from" }] });
    expect(parse(`period=7d&from=${same}`).filter).not.toHaveProperty("from");
  });

  test("an exact amount beside a range", () => {
    expect(parse("amount=5&amountTo=9&currency=USD")).toMatchObject({
      filter: { amount: "5", currency: "USD" },
      problems: [{ name: "amountTo" }],
    });
  });

  test("amounts are compared exactly", () => {
    expect(parse("amountFrom=0.1000000001&amountTo=0.1&currency=USD").problems).toHaveLength(2);
    expect(parse("amountFrom=-5&amountTo=-4.9&currency=USD").problems).toEqual([]);
    expect(parse("amountFrom=5.0&amountTo=5&currency=USD").problems).toEqual([]);
  });
});

test("a period moves with the clock, and today begins at the reader's midnight", () => {
  const now = new Date(2026, 10, 17, 20, 30).getTime();
  expect(toQuery({ period: "24h", state: "failed" }, now).get("from")).toBe(new Date(now - 86_400_000).toISOString());
  const query = toQuery({ period: "today" }, now);
  expect(query.get("from")).toBe(new Date(2026, 10, 17).toISOString());
  expect(query.has("period")).toBe(false);
});

test("the API is asked in whole instants", () => {
  expect(String(toQuery({ from: "2026-11-01T00:00Z", to: "2026-11-02T00:00:00+02:00" }, 0))).toBe(
    String(new URLSearchParams({ from: "2026-11-01T00:00:00.000Z", to: "2026-11-01T22:00:00.000Z" })),
  );
});

test("two filters are the same whatever the order in which they were put together", () => {
  expect(isSameFilter({ tool: "t", state: "held" }, { state: "held", tool: "t" })).toBe(true);
  expect(isSameFilter({ tool: "t" }, {})).toBe(false);
});
