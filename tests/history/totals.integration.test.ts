// What a list amounts to: counted and added up by the same filters, for those who may see the list.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toTotalsDto } from "@/api/intent-totals";
import { countIntents } from "@/lib/application/count-intents";
import { openDatabase } from "@/lib/store/database";
import { insertManyIntents } from "@/lib/store/testing/many-intents";
import { type CallAs, callAs } from "../support/call-as";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";

const TOOL = "sum_tool";
const FIELDS = {
  "/orderId": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
};
const ARGS = {
  type: "object",
  required: ["orderId"],
  properties: {
    orderId: { type: "string" },
    amount: { type: ["number", "string"] },
    currency: { type: "string", default: "USD" },
  },
};
const POLICY = [{ when: 'args.orderId.startsWith("no")', then: "refuse" }, { then: "hold" }];

/** Of another tool. */
const MANY = 120_000;

let product: Product;
let client: pg.Client;
let asAdmin: CallAs;

beforeAll(async () => {
  product = await startProduct({ worker: false });
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await insertManyIntents(client, MANY);
  await client.query("vacuum analyze intents, intent_amounts, identity_values, journal");
  asAdmin = callAs(product.url, product.operatorToken);
  const contract = ledgerContract(TOOL, { args: ARGS, fields: FIELDS, policy: POLICY });
  expect((await asAdmin("PUT", `/contracts/${TOOL}`, contract)).status).toBe(201);
  await submit("a", { amount: "0.10" });
  await submit("b", { amount: "0.20" });
  await submit("c", { amount: "99999999999999999.99", currency: "EUR" });
  await submit("d", {});
  await submit("no1", { amount: "5" });
}, 120_000);
afterAll(async () => {
  await client.end();
  await product.close();
});

async function submit(orderId: string, args: Record<string, unknown>): Promise<void> {
  const { status } = await product.submit({ tool: TOOL, args: { orderId, ...args }, run: "sum", step: orderId });
  expect([201, 202]).toContain(status);
}

async function totals(query: string, as: CallAs = asAdmin): Promise<Record<string, unknown>> {
  const { status, body } = await as("GET", `/intents/totals?${query}`);
  expect({ query, status, body }).toMatchObject({ status: 200 });
  return body;
}

test("every state is counted, and every currency is added up exactly and by itself", async () => {
  expect(await totals(`tool=${TOOL}`)).toEqual({
    count: 5,
    complete: true,
    byState: [
      {
        state: "held",
        count: 4,
        amounts: [
          { currency: "USD", count: 2, sum: "0.3" },
          { currency: "EUR", count: 1, sum: "99999999999999999.99" },
        ],
      },
      { state: "refused", count: 1, amounts: [{ currency: "USD", count: 1, sum: "5" }] },
    ],
    amounts: [
      { currency: "USD", count: 3, sum: "5.3" },
      { currency: "EUR", count: 1, sum: "99999999999999999.99" },
    ],
  });
});

describe("filters are those of the list:", () => {
  test.each<[string, number]>([
    ["state=held", 4],
    ["q=sum", 5],
    ["identity=c", 1],
    ["currency=USD&amountFrom=0.2", 2],
    ["from=2120-01-01T00:00:00Z", 0],
    ["run=sum&state=succeeded", 0],
    ["identity=%20", 0],
  ])("%s", async (query, count) => {
    expect(await totals(`tool=${TOOL}&${query}`)).toMatchObject({ count, complete: true });
  });
});

test("what a pause keeps from running is counted as held, as the list shows it", async () => {
  const made = ledgerContract("sum_cleared", { args: ARGS, fields: FIELDS, policy: [{ then: "clear" }] });
  expect((await asAdmin("PUT", "/contracts/sum_cleared", made)).status).toBe(201);
  await product.submit({ tool: "sum_cleared", args: { orderId: "p", amount: 1 }, run: "sum p", step: "p" });
  expect(await totals("tool=sum_cleared")).toMatchObject({ byState: [{ state: "cleared", count: 1 }] });
  expect((await asAdmin("POST", "/tools/sum_cleared/pause", { reason: "look" })).status).toBe(200);
  expect(await totals("tool=sum_cleared")).toMatchObject({ byState: [{ state: "held", count: 1 }] });
  expect(await totals("tool=sum_cleared&state=held")).toMatchObject({ count: 1 });
});

test("an agent is told of its own namespace only, and nothing of what operators did", async () => {
  const { body } = await asAdmin("POST", "/agents", { name: "elsewhere", namespace: "elsewhere" });
  const asStranger = callAs(product.url, String(body["key"]));
  expect(await totals("", asStranger)).toEqual({ count: 0, complete: true, byState: [], amounts: [] });
  expect(await totals(`tool=${TOOL}`, callAs(product.url, product.agentKey))).toMatchObject({ count: 5 });
  const refused = await asStranger("GET", "/intents/totals?operator=opr_1");
  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await callAs(product.url, null)("GET", "/intents/totals")).toMatchObject({ status: 401 });
});

describe("of very many intents", () => {
  test("no more than the bound are counted, and it says that there are more", async () => {
    const db = openDatabase({ url: product.databaseUrl, connectionsMax: 2, name: "interlock test" });
    // A clock that stands still: however busy the machine is, the bound of number is the one that is met.
    const count = async (filter: object) =>
      toTotalsDto(await countIntents({ db, now: () => 0 }, { namespace: null, ...filter }));
    try {
      expect(await count({ tool: "tool" })).toMatchObject({ count: 100_000, complete: false });
      expect(await count({ money: { currency: "USD" } })).toMatchObject({ count: 100_000, complete: false });
    } finally {
      await db.close();
    }
  });

  test("those that are fewer than the bound are counted to the last", async () => {
    expect(await totals("tool=rare_tool")).toMatchObject({ count: 60, complete: true });
    const amounts = [{ currency: "USD", count: 20_000 }];
    expect(await totals("tool=tool&currency=USD&amountFrom=100001")).toMatchObject({ count: 20_000, amounts });
  });

  test("what takes too long is told as far as it was counted, and says that it is not all", async () => {
    // Whoever looks at amounts waits for this lock: time runs out in the middle of the first stretch.
    await client.query("begin");
    await client.query("lock table intent_amounts in access exclusive mode");
    try {
      expect(await totals("tool=tool")).toEqual({ count: 0, complete: false, byState: [], amounts: [] });
    } finally {
      await client.query("rollback");
    }
  });
});
