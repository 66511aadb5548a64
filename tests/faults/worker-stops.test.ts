import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processArgs } from "@/scripts/launch/bundle";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { loadTestRun } from "../support/test-run";

let product: Product;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  product = await startProduct({ worker: false });
  // Time enough for the answer on a machine that does many other things.
  const { status } = await product.asOperator("PUT", "/api/v1/contracts/pay_slowly", ledgerContract("pay_slowly"));
  expect(status).toBe(201);
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await product.close();
});

async function startWorkerProcess(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, processArgs(loadTestRun().processes, "workers/main.ts"), {
    env: { ...process.env, ...product.env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  workers.push(worker);
  const [message] = (await once(worker, "message")) as [{ type: string }];
  expect(message.type).toBe("ready");
  return worker;
}

const setFault = (fault: Record<string, unknown>) =>
  fetch(`${product.ledgerUrl}/faults`, { method: "PUT", body: JSON.stringify({ route: "*", rate: 1, ...fault }) }).then(
    (r) => r.text(),
  );
const clearFaults = () => fetch(`${product.ledgerUrl}/faults`, { method: "DELETE" }).then((r) => r.text());
const read = (id: unknown) => product.asOperator("GET", `/api/v1/intents/${id}`).then(({ body }) => body);
const effectsOf = async (name: string) =>
  (await product.effects()).filter(({ body }) => body["paymentId"] === name || body["orderId"] === name);
const attemptsOf = async (id: unknown) =>
  (await product.asOperator("GET", `/api/v1/intents/${id}/attempts`)).body["items"];
const pay = (orderId: string) =>
  product
    .submit({ tool: "pay_slowly", args: { orderId, amount: 5 }, run: orderId, step: "s" })
    .then(({ body }) => body["id"]);
const submit = (paymentId: string) =>
  product
    .submit({ tool: "refund_payment", args: { paymentId, amount: 5 }, run: paymentId, step: "s" })
    .then(({ body }) => body["id"]);

test("SIGTERM with fifty executions under way: all finish and are settled, nothing more is claimed, and the process ends", async () => {
  const worker = await startWorkerProcess();
  await setFault({ kind: "slow_success", delayMs: 6_000 });
  const names = Array.from({ length: 50 }, (_, n) => `term ${n}`);
  const ids = await Promise.all(names.map(pay));
  const statesOf = async () => new Set((await Promise.all(ids.map(read))).map(({ state }) => state));
  await expect.poll(statesOf).toEqual(new Set(["executing"]));
  const stopping = once(worker, "message");
  worker.kill("SIGTERM");
  expect((await stopping)[0]).toMatchObject({ type: "stopping", underWay: 50 });
  const late = await pay("late");
  const [code] = await once(worker, "exit");
  expect(code).toBe(0);
  // Told with its attempts: why one did not finish is the whole question.
  const unfinished = (await Promise.all(ids.map(read))).filter(({ state }) => state !== "succeeded");
  expect(await Promise.all(unfinished.map(({ id }) => attemptsOf(id)))).toEqual([]);
  expect((await read(late))["state"]).toBe("cleared");
  for (const name of names) expect([name, (await effectsOf(name)).length]).toEqual([name, 1]);
  await clearFaults();
  await startWorkerProcess();
  await expect.poll(async () => (await read(late))["state"]).toBe("succeeded");
  expect(await effectsOf("late")).toHaveLength(1);
});

test("kill -9 in the middle of an execution: after the lease the same key goes out again, and there is one effect", async () => {
  for (const earlier of workers) earlier.kill("SIGKILL");
  const worker = await startWorkerProcess();
  await setFault({ kind: "slow_success", delayMs: 3_000 });
  const id = await submit("killed");
  await expect.poll(async () => (await read(id))["state"], { timeout: 10_000 }).toBe("executing");
  // Whoever waits is told the end, not that a lease was lost on the way.
  const waiting = product.asAgent("GET", `/api/v1/intents/${id}`, undefined, { prefer: "wait=60" });
  worker.kill("SIGKILL");
  await clearFaults();
  await startWorkerProcess();
  expect((await waiting).body).toMatchObject({ state: "succeeded" });
  await expect.poll(async () => (await read(id))["state"], { timeout: 60_000, interval: 250 }).toBe("succeeded");
  expect(await effectsOf("killed")).toHaveLength(1);
  expect(await attemptsOf(id)).toMatchObject([
    { fence: 1, outcome: "unknown", failure: { code: "lease_lost" } },
    { fence: 2, outcome: "success" },
  ]);
});
