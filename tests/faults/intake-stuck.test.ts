// Somebody sits on one action: a session that holds its row, a web process that froze in the middle of a flush. Whoever
// asks for that action is told to come back; everybody else goes on.
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { callAs } from "../support/call-as";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { startWebProcess, type WebProcess } from "../support/web-process";

const BOUND_MS = 90_000;
const BUSY = { code: "store_unavailable", retriable: true };

let product: Product;
let web: WebProcess;
let holder: pg.Client;
let watcher: pg.Client;

beforeAll(async () => {
  product = await startProduct({ worker: false });
  for (const tool of ["pay_stuck", "pay_other"]) {
    const contract = ledgerContract(tool, { policy: [{ then: "hold" }] });
    expect((await product.asOperator("PUT", `/api/v1/contracts/${tool}`, contract)).status).toBe(201);
  }
});
afterAll(() => product.close());

beforeEach(async () => {
  web = await startWebProcess(product.env);
  holder = new pg.Client({ connectionString: product.databaseUrl, application_name: "holder" });
  watcher = new pg.Client({ connectionString: product.databaseUrl, application_name: "watcher" });
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterEach(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await web.stop();
});

const call = (orderId: string, tool = "pay_stuck") => ({ tool, args: { orderId, amount: 5 }, run: orderId, step: "s" });
const submit = (body: unknown) => web.as(product.agentKey)("POST", "/intents", body);

async function holdRow(intentId: unknown): Promise<() => Promise<unknown>> {
  await holder.query("begin");
  await holder.query("select id from intents where id = $1 for update", [intentId]);
  return () => holder.query("rollback");
}

/** Sessions that wait for somebody else's lock. Not asked by the holder: inside its transaction the answer never changes. */
async function waitingSessions(): Promise<number> {
  const { rows } = await watcher.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].n;
}

test("an action that somebody sits on is 503 within a bound, its neighbours are taken, and afterwards it is the same intent", {
  timeout: 2 * BOUND_MS,
}, async () => {
  const first = await submit(call("row"));
  expect(first.status).toBe(202);
  const release = await holdRow(first.body["id"]);
  const stuck = [submit(call("row")), submit(call("row"))];
  const neighbours = Array.from({ length: 10 }, (_, turn) => submit(call(`neighbour ${turn}`)));
  stuck.push(submit(call("row")));
  for (const { status } of await Promise.all(neighbours)) expect(status).toBe(202);
  for (const { status, body } of await Promise.all(stuck)) expect([status, body]).toMatchObject([503, BUSY]);
  await release();
  const again = await submit(call("row"));
  expect(again).toMatchObject({ status: 202, body: { id: first.body["id"], submissionCount: 2 } });
});

test("more decisions than there are connections, on an intent that somebody sits on, do not use up the process for everyone else", {
  timeout: 2 * BOUND_MS,
}, async () => {
  const first = await submit(call("decided"));
  const release = await holdRow(first.body["id"]);
  const operator = web.as(product.operatorToken);
  const yes = { verdict: "approve", argsDigest: first.body["argsDigest"] };
  const decisions = Array.from({ length: 16 }, () => operator("POST", `/intents/${first.body["id"]}/decisions`, yes));
  await expect.poll(waitingSessions, { timeout: BOUND_MS }).toBe(1);
  await expect.poll(async () => (await submit(call("meanwhile"))).status, { timeout: BOUND_MS }).toBe(202);
  // Nobody lets go before somebody was turned away: who waits for the intent does not wait without end.
  expect(await Promise.race(decisions)).toMatchObject({ status: 503, body: BUSY });
  await release();
  const codes = (await Promise.all(decisions)).map(({ status, body }) => `${status} ${body["code"] ?? ""}`);
  for (const code of codes) expect(["200 ", "409 wrong_state", "503 store_unavailable"]).toContain(code);
  const decided = await operator("POST", `/intents/${first.body["id"]}/decisions`, yes);
  expect(codes.filter((code) => code === "200 ").length + (decided.status === 200 ? 1 : 0)).toBe(1);
});

test("a web process that freezes in the middle of a flush keeps its actions from others for a bounded time, and loses its turn", {
  timeout: 3 * BOUND_MS,
}, async () => {
  const first = await product.submit(call("frozen"));
  const release = await holdRow(first.body["id"]);
  const lost = submit(call("frozen"));
  await expect.poll(waitingSessions, { timeout: BOUND_MS }).toBe(1);
  web.freeze();
  await release();
  // The frozen process now owns the row and the action's locks, and will not give them back by itself.
  const publishing = callAs(product.url, product.operatorToken);
  const contract = ledgerContract("pay_stuck", { title: "Another title", policy: [{ then: "hold" }] });
  await expect
    .poll(async () => (await product.submit(call("frozen"))).status, { timeout: BOUND_MS, interval: 500 })
    .toBe(202);
  await expect
    .poll(async () => (await publishing("PUT", "/contracts/pay_stuck", contract)).status, { timeout: BOUND_MS })
    .toBeLessThan(300);
  web.thaw();
  expect(await lost).toMatchObject({ status: 503, body: BUSY });
  const again = await submit(call("frozen"));
  expect(again.body).toMatchObject({ id: first.body["id"], state: "held" });
});
