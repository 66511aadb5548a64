// The overview tells what really happened: agents submit, people decide, a worker performs, and the figures say so.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OverviewDto } from "@/lib/wire/overview";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";

const WAIT = { prefer: "wait=20" };
const CLEARED = "seen_cleared";
const HELD = "seen_held";
const STRICT = "seen_strict";
const ARGS = {
  type: "object",
  required: ["orderId", "amount"],
  properties: { orderId: { type: "string" }, amount: { type: ["number", "string"] }, currency: { type: "string" } },
};
const FIELDS = {
  "/orderId": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
};

let product: Product;
let asAdmin: CallAs;
let overview: OverviewDto;

async function submit(tool: string, orderId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { amount = "12.50", currency = "USD", run = "run 1", status } = more;
  const args = { orderId, amount, currency };
  const answer = await product.submit({ tool, args, run, step: orderId }, WAIT);
  if (status !== undefined) expect(answer).toMatchObject({ status });
  return String(answer.body["id"] ?? answer.body["intentId"]);
}

/** Held: nothing waits for it to end. */
async function submitHeld(orderId: string, amount = "80.00"): Promise<{ id: string; argsDigest: string }> {
  const args = { orderId, amount, currency: "EUR" };
  const { status, body } = await product.submit({ tool: HELD, args, run: "run 2", step: orderId });
  expect({ status, body }).toMatchObject({ status: 202 });
  return { id: String(body["id"]), argsDigest: String(body["argsDigest"]) };
}

async function read(query = ""): Promise<OverviewDto> {
  const { status, body } = await asAdmin("GET", `/overview${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return OverviewDto.parse(body);
}

beforeAll(async () => {
  product = await startProduct();
  asAdmin = callAs(product.url, product.operatorToken);
  const same = { args: ARGS, fields: FIELDS };
  for (const [tool, more] of [
    [CLEARED, { policy: [{ then: "clear" }] }],
    [HELD, { policy: [{ then: "hold" }] }],
    [
      STRICT,
      {
        policy: [{ then: "clear" }],
        duplicates: { same: "refuse", drift: "refuse", lookalike: "refuse", variant: "refuse" },
      },
    ],
  ] as const) {
    const published = await asAdmin("PUT", `/contracts/${tool}`, ledgerContract(tool, { ...same, ...more }));
    expect(published).toMatchObject({ status: 201 });
  }
  // Three effects of seven submissions: one replayed twice, one that is refused twice.
  for (const orderId of ["o1", "o1", "o1", "o2"]) await submit(CLEARED, orderId);
  await submit(STRICT, "o3", { status: 201 });
  await submit(STRICT, "o3", { status: 409 });
  await submit(STRICT, "o3", { status: 422, amount: 99 });
  // Three held: approved, denied, still waiting; the first came with other values as well.
  const approved = await submitHeld("h1");
  expect((await submitHeld("h1", "81.00")).id).toBe(approved.id);
  const denied = await submitHeld("h2");
  await submitHeld("h3");
  const decide = (id: string, body: Record<string, unknown>) => asAdmin("POST", `/intents/${id}/decisions`, body);
  expect(await decide(approved.id, { verdict: "approve", argsDigest: approved.argsDigest })).toMatchObject({
    status: 200,
  });
  expect(await decide(denied.id, { verdict: "deny", reason: "no" })).toMatchObject({ status: 200 });
  const ended = await asAdmin("GET", `/intents/${approved.id}`, undefined, WAIT);
  expect(ended.body["state"]).toBe("succeeded");
  overview = await read();
});
afterAll(() => product.close());

test("submissions, effects and duplicates, in all and in time", async () => {
  expect(overview.totals).toEqual({ submissions: 11, effects: 4, duplicates: 5, intents: 6 });
  expect(overview.buckets).toHaveLength(48);
  const sum = (name: "submissions" | "effects" | "duplicates") =>
    overview.buckets.reduce((total, bucket) => total + bucket[name], 0);
  expect([sum("submissions"), sum("effects"), sum("duplicates")]).toEqual([11, 4, 5]);
  expect((await product.effects()).length).toBe(overview.totals.effects);
});

test("what the duplicates were worth, by currency, to the cent", () => {
  expect(overview.prevented).toEqual([
    { currency: "USD", amount: expect.stringMatching(/^50(\.0+)?$/), duplicates: 4 },
    { currency: "EUR", amount: expect.stringMatching(/^80(\.0+)?$/), duplicates: 1 },
  ]);
});

test("how long people took", () => {
  expect(overview.decisionTime?.count).toBe(2);
  expect(overview.decisionTime?.p50Ms).toBeLessThan(60_000);
});

test("states, tools, agents, and where retries come from", () => {
  const states = Object.fromEntries(overview.states.map(({ state, count }) => [state, count]));
  expect(states).toMatchObject({ succeeded: 4, held: 1, denied: 1, in_doubt: 0, cleared: 0 });
  const tools = Object.fromEntries(overview.tools.items.map(({ tool, ...share }) => [tool, share]));
  expect(tools).toMatchObject({
    [CLEARED]: { submissions: 4, effects: 2, duplicates: 2, held: 0, denied: 0 },
    [HELD]: { submissions: 4, effects: 1, duplicates: 1, held: 1, denied: 1 },
    [STRICT]: { submissions: 3, effects: 1, duplicates: 2 },
  });
  expect(overview.agents.items).toMatchObject([{ submissions: 11, effects: 4, duplicates: 5, held: 1, denied: 1 }]);
  const [first] = overview.retrySources;
  expect(overview.retrySources.map(({ tool }) => tool).sort()).toEqual([CLEARED, HELD, STRICT].sort());
  expect(first).toMatchObject({ duplicates: 2, effects: expect.any(Number), run: { name: "run 1", duplicates: 2 } });
});

describe("a time can be named", () => {
  test("as so much up to now, or from and to", async () => {
    const { totals, bucketMs, from, to } = await read("?last=1h");
    expect(totals.submissions).toBe(11);
    expect(Date.parse(to) - Date.parse(from)).toBe(60 * bucketMs);
    const before = await read(`?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00%2B00:00`);
    expect(before.totals).toEqual({ submissions: 0, effects: 0, duplicates: 0, intents: 0 });
    expect(before.from).toBe("2020-01-01T00:00:00.000Z");
  });

  test.each([
    ["last=1h&from=2020-01-01T00:00:00Z", "/last"],
    ["last=0h", "/last"],
    ["last=367d", "/last"],
    ["last=999999999d", "/last"],
    ["from=2020-01-02T00:00:00Z&to=2020-01-01T00:00:00Z", "/from"],
    ["from=2018-01-01T00:00:00Z&to=2020-01-01T00:00:00Z", "/from"],
    ["from=2999-01-01T00:00:00Z", "/from"],
    ["since=yesterday", "/since"],
  ])("%s is refused", async (query, pointer) => {
    const { status, body } = await asAdmin("GET", `/overview?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });
});

test("agents may not read it, nobody may without credentials", async () => {
  expect(await product.asAgent("GET", "/api/v1/overview")).toMatchObject({ status: 403 });
  expect((await fetch(`${product.url}/api/v1/overview`)).status).toBe(401);
});
