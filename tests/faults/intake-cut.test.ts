// Postgres goes away, or the way to it, in the middle of a flush of intake. Every caller gets an answer or a 503 that
// may be retried; the retry with the same key finds what was stored, and what was not stored never happens by itself.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy";
import { type Answer, type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { startWebProcess, type WebProcess } from "../support/web-process";
import { openPostgresProcess, type PostgresProcess } from "./suite/postgres-process";

const BOUND_MS = 60_000;
const WAIT = { prefer: "wait=60" };
const UNAVAILABLE = { status: 503, body: { code: "store_unavailable", retriable: true } };

let postgres: PostgresProcess;
let proxy: CuttingProxy;
let product: Product;
let web: WebProcess;

beforeAll(async () => {
  postgres = await openPostgresProcess("intake-cut");
  const { databaseUrl } = postgres;
  product = await startProduct({ databaseUrl });
  proxy = await startCuttingProxy(databaseUrl);
  web = await startWebProcess({ ...product.env, DATABASE_URL: proxy.url });
  const contract = ledgerContract("pay_cut");
  expect((await product.asOperator("PUT", "/api/v1/contracts/pay_cut", contract)).status).toBe(201);
});
afterAll(async () => {
  await web.stop();
  await product.close();
  await proxy.close();
  await postgres.close();
});

const call = (orderId: string) => ({ tool: "pay_cut", args: { orderId, amount: 5 }, run: orderId, step: "s" });
const submit = (orderId: string, headers: Record<string, string> = {}) =>
  web.as(product.agentKey)("POST", "/intents", call(orderId), headers);
const effectsOf = async (orderId: string) =>
  (await product.effects()).filter(({ body }) => body["orderId"] === orderId).length;

async function query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
const intentsOf = (orderId: string) =>
  query<{ id: string }>("select id from intents where tool = 'pay_cut' and run = $1", [orderId]);

/** As an agent should: a 503 says that the same request may be sent again. */
async function submitUntilTaken(orderId: string): Promise<Answer> {
  const deadlineAt = performance.now() + BOUND_MS;
  for (;;) {
    const answer = await submit(orderId, WAIT);
    if (answer.status !== 503 || performance.now() > deadlineAt) return answer;
    expect(answer.body).toMatchObject(UNAVAILABLE.body);
    expect(answer.headers.get("retry-after")).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("a connection that breaks around the commit of a flush", () => {
  test("before it: 503, nothing is stored, nothing happens, and the retry starts anew", async () => {
    await submit("warm-up", WAIT);
    proxy.arm("before_commit");
    expect(await submit("lost before")).toMatchObject(UNAVAILABLE);
    expect(proxy.cutCount()).toBe(1);
    expect(await intentsOf("lost before")).toEqual([]);
    const again = await submit("lost before", WAIT);
    expect(again).toMatchObject({ status: 201, body: { state: "succeeded", submission: { disposition: "created" } } });
    expect(await effectsOf("lost before")).toBe(1);
  });

  test("L2: after it: 503, but it is stored and happens once, and the retry gets its result", async () => {
    proxy.arm("after_commit");
    expect(await submit("lost after")).toMatchObject(UNAVAILABLE);
    expect(proxy.cutCount()).toBe(2);
    const stored = await intentsOf("lost after");
    expect(stored).toHaveLength(1);
    const again = await submit("lost after", WAIT);
    expect(again.body).toMatchObject({ id: stored[0]?.id, state: "succeeded", submissionCount: 2 });
    expect(["coalesced", "replayed"]).toContain((again.body["submission"] as { disposition: string }).disposition);
    expect(await effectsOf("lost after")).toBe(1);
  });

  test.each(["before_commit", "after_commit"] as const)(
    "%s, with many actions in flight: each caller is told, and retries give one intent and one effect each",
    async (cut) => {
      const orders = Array.from({ length: 30 }, (_, turn) => `many ${cut} ${turn}`);
      proxy.arm(cut);
      const answers = await Promise.all([...orders, ...orders].map((order) => submit(order)));
      for (const { status } of answers) expect([202, 201, 200, 503]).toContain(status);
      expect(answers.some(({ status }) => status === 503)).toBe(true);
      for (const { body } of await Promise.all(orders.map(submitUntilTaken))) expect(body["state"]).toBe("succeeded");
      for (const order of orders) {
        expect([order, (await intentsOf(order)).length, await effectsOf(order)]).toEqual([order, 1, 1]);
      }
    },
  );
});

describe("Postgres that is restarted at once (immediate) in the middle of a flush", () => {
  const restart = async () => {
    await postgres.stop();
    await postgres.start();
  };

  test("while the flush holds its locks: 503 for all, the process lives, and the retry joins what was there before", async () => {
    const first = await submit("restarted", WAIT);
    expect(first.body).toMatchObject({ state: "succeeded" });
    const holder = new pg.Client({ connectionString: product.databaseUrl });
    holder.on("error", () => undefined); // it goes down with the server
    await holder.connect();
    await holder.query("begin");
    await holder.query("select id from intents where id = $1 for update", [first.body["id"]]);
    const flushes = ["restarted", "restarted new", "restarted"].map((order) => submit(order));
    const isWaiting = async () => (await query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length;
    await expect.poll(isWaiting, { timeout: BOUND_MS }).toBeGreaterThan(0);
    await restart();
    const [same, fresh] = await Promise.all(flushes);
    expect(same).toMatchObject(UNAVAILABLE);
    expect([201, 202, 503]).toContain(fresh?.status);
    for (const order of ["restarted", "restarted new"]) {
      const { body } = await submitUntilTaken(order);
      expect(body).toMatchObject({ state: "succeeded" });
      if (order === "restarted") expect(body["effectId"]).toBe(first.body["effectId"]);
      expect([(await intentsOf(order)).length, await effectsOf(order)]).toEqual([1, 1]);
    }
  });

  test("while agents go on and on: everyone ends with the result of one intent and one effect an action", async () => {
    const orders = Array.from({ length: 40 }, (_, turn) => `storm ${turn}`);
    const storm = Promise.all([...orders, ...orders, ...orders].map(submitUntilTaken));
    await expect.poll(async () => (await intentsOf("storm 0")).length, { timeout: BOUND_MS }).toBe(1);
    await restart();
    const ids = new Map<unknown, Set<unknown>>();
    for (const [turn, { body }] of (await storm).entries()) {
      expect(body).toMatchObject({ state: "succeeded" });
      const order = orders[turn % orders.length];
      ids.set(order, (ids.get(order) ?? new Set()).add(`${body["id"]} ${body["effectId"]}`));
    }
    expect([...ids.values()].map(({ size }) => size)).toEqual(orders.map(() => 1));
    for (const order of orders) expect([order, await effectsOf(order)]).toEqual([order, 1]);
  });
});
