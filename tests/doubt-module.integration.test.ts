/** A module function that outlived its deadline may act until it returns: until then nothing is proven absent (L1). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerRuntime } from "@/workers/runtime";
import { DoubtStage } from "./support/doubt-stage";
import { ledgerContract } from "./support/ledger-contract";
import { makeTempDir } from "./support/temp-dir";

const modules = makeTempDir("late-modules");
const pending = new Map<string, (said: unknown) => void>();
let stage: DoubtStage;
let worker: WorkerRuntime;
let made = 0;

beforeAll(async () => {
  // The function asks this file when to return: it runs in this process.
  Object.assign(globalThis, { outliveDeadline: (id: string) => new Promise((said) => pending.set(id, said)) });
  const text = "export default ({ args }) => globalThis.outliveDeadline(args.orderId);";
  writeFileSync(join(modules.path, "slow.mjs"), text);
  stage = await DoubtStage.open({ worker: false, env: { INTERLOCK_MODULES: modules.path } });
  worker = stage.product.startWorker();
});
afterAll(async () => {
  await stage.close();
  modules.remove();
});

async function overrun(): Promise<{ id: string; orderId: string }> {
  made += 1;
  const tool = `slow_${made}`;
  const execute = { connector: "module", module: "slow", timeout: "1s" };
  const contract = { ...ledgerContract(tool), execute };
  expect((await stage.asAdmin("PUT", `/contracts/${tool}`, contract)).status).toBe(201);
  const order = stage.order(tool);
  const { body } = await stage.submit(order);
  expect(body).toMatchObject({ state: "in_doubt" });
  return { id: String(body["id"]), orderId: String((order["args"] as { orderId: string }).orderId) };
}

const isBefore = async (id: string): Promise<number> => {
  const { doubt } = (await stage.intent(id)) as { doubt: { since: string; notBefore: string } };
  return Date.parse(doubt.notBefore) - Date.parse(doubt.since);
};

test("absence cannot be proved before the time until which its worker says that it may act", async () => {
  const { id, orderId } = await overrun();
  expect(await isBefore(id)).toBeGreaterThanOrEqual(120_000 + 30_000); // said with the settle, and again at once
  pending.get(orderId)?.({ outcome: "definitive" });
  await stage.poll(async () => (await stage.events(id, "attempt.returned_late")).length, 1);
  expect(await stage.events(id, "attempt.returned_late")).toMatchObject([{ outcome: "definitive", state: "in_doubt" }]);
});

test("what it did after all goes the way of every late settle", async () => {
  const { id, orderId } = await overrun();
  pending.get(orderId)?.({ effectId: "fx_late" });
  await stage.poll(async () => (await stage.events(id, "attempt.returned_late")).length, 1);
  const told = async () => JSON.stringify(await stage.asAdmin("GET", `/intents/${id}/events`));
  await expect.poll(told).toContain("fx_late");
});

test("a worker that stops hears late functions last: what one did is on record before the worker ends", async () => {
  const { id, orderId } = await overrun();
  const stopped = worker.stop();
  pending.get(orderId)?.({ effectId: "fx_at_the_end" });
  await stopped;
  expect(await stage.intent(id)).toMatchObject({ state: "succeeded", effectId: "fx_at_the_end" });
  expect(await stage.events(id, "attempt.returned_late")).toMatchObject([{ outcome: "success" }]);
});
