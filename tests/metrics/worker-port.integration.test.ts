// The port of a real worker process: whether it is live and ready, and its metrics.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { growth, METRICS_TOKEN, Scraped } from "./support/scraped";
import { type StoreGate, startStoreGate } from "./support/store-gate";
import { startWorkerProcess, type WorkerProcess } from "./support/worker-process";

vi.setConfig({ testTimeout: 60_000 });
const POLL = { timeout: 40_000, interval: 50 };

let product: Product;
let gate: StoreGate;
let worker: WorkerProcess;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { INTERLOCK_METRICS_TOKEN: METRICS_TOKEN } });
  gate = await startStoreGate(product.databaseUrl);
  worker = await start({ ...product.env, DATABASE_URL: gate.url });
});
afterAll(async () => {
  await worker.stop();
  await gate.shut();
  await product.close();
});

async function start(env: Record<string, string>): Promise<WorkerProcess> {
  const started = await startWorkerProcess(env);
  if (!("url" in started)) throw new Error(`the worker ended with ${started.exitCode}`);
  return started;
}

async function ask(path: string, bearer: string | null = null, method = "GET") {
  const response = await fetch(`${worker.url}${path}`, {
    method,
    headers: { connection: "close", ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
  });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

const LIVE = { status: 200, type: "application/json", text: '{"status":"live"}' };
const READY = { status: 200, type: "application/json", text: '{"status":"ready"}' };
const NOT_READY = { status: 503, type: "application/json", text: '{"status":"not_ready"}' };

test("it is live before the store is known and ready only then, and again after every outage", async () => {
  expect(await ask("/health/live")).toEqual(LIVE);
  expect(await ask("/health/ready")).toEqual(NOT_READY);
  await gate.open();
  await expect.poll(() => ask("/health/ready"), POLL).toEqual(READY);
  await gate.shut();
  await expect.poll(() => ask("/health/ready"), POLL).toEqual(NOT_READY);
  expect(await ask("/health/live")).toEqual(LIVE);
  // What the store knows is not told from memory, and the token needs no store.
  const away = async () => (await Scraped.from(`${worker.url}/metrics`)).find("interlock_queue_lag_seconds");
  await expect.poll(away, POLL).toBeNull();
  await gate.open();
  await expect.poll(() => ask("/health/ready"), POLL).toEqual(READY);
});

test("its metrics are for operators and the holder of the token; other callers learn nothing", async () => {
  for (const bearer of [METRICS_TOKEN, product.operatorToken])
    expect(await ask("/metrics", bearer)).toMatchObject({ status: 200, text: expect.stringContaining("# HELP") });
  for (const bearer of [null, "x", "ilo_nobody", `${METRICS_TOKEN}x`])
    expect(await ask("/metrics", bearer)).toMatchObject({ status: 401, type: "application/problem+json" });
  expect(await ask("/metrics", product.agentKey)).toMatchObject({ status: 403, type: "application/problem+json" });
  for (const [path, method] of [
    ["/", "GET"],
    ["/metrics", "POST"],
    ["/api/v1/intents", "GET"],
  ] as const)
    expect(await ask(path, METRICS_TOKEN, method)).toMatchObject({ status: 404, type: "application/problem+json" });
});

test("attempts, settled intents and downstream time grow by exactly what was executed", async () => {
  await product.asOperator("PUT", "/api/v1/contracts/pay", ledgerContract("pay"));
  const before = await Scraped.from(`${worker.url}/metrics`);
  for (let turn = 0; turn < 3; turn += 1) {
    const body = { tool: "pay", args: { orderId: `o${turn}`, amount: 5 }, run: "r", step: `s${turn}` };
    expect((await product.submit(body, { prefer: "wait=60" })).body).toMatchObject({ state: "succeeded" });
  }
  const expected = {
    'interlock_attempts_total{connector="http",outcome="success"}': 3,
    'interlock_intent_transitions_total{state="executing"}': 3,
    'interlock_intent_transitions_total{state="succeeded"}': 3,
    'interlock_downstream_seconds_count{connector="http",tool="pay"}': 3,
    'interlock_flush_size_sum{flush="claim"}': 3,
  };
  const grown = async () => growth(before, await Scraped.from(`${worker.url}/metrics`), Object.keys(expected));
  await expect.poll(grown, POLL).toEqual(expected);
  const after = await Scraped.from(`${worker.url}/metrics`);
  expect(after.count('interlock_flush_size_sum{flush="settle"}')).toBeGreaterThanOrEqual(3);
  expect(after.find('interlock_loop_age_seconds{loop="sweeper"}')).not.toBeNull();
  expect([...after.labels()].filter((label) => /=(int|att|agt)_|=o[0-9]$|=r$/.test(label))).toEqual([]);
});

test("a port that is taken ends the worker before it claims anything", async () => {
  const taken = new URL(worker.url).port;
  expect(await startWorkerProcess({ ...product.env, INTERLOCK_WORKER_PORT: taken })).toEqual({ exitCode: 98 });
});

test("without a metrics token only operators read them, from this machine too", async () => {
  const { INTERLOCK_METRICS_TOKEN: _token, ...env } = product.env;
  const other = await start(env);
  try {
    const read = async (bearer: string | null) =>
      (await fetch(`${other.url}/metrics`, { headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` } }))
        .status;
    expect(await read(null)).toBe(401);
    expect(await read(METRICS_TOKEN)).toBe(401);
    await expect.poll(() => read(product.operatorToken), POLL).toBe(200);
  } finally {
    await other.stop();
  }
});
