// A worker whose machine cannot write down what it claims sends nothing, says so, and goes on as soon as it can.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { makeTempDir } from "./support/temp-dir";

vi.setConfig({ testTimeout: 60_000 });
const POLL = { timeout: 40_000, interval: 50 };
const home = makeTempDir("deaf");
const inTheWay = join(home.path, "witness");
let product: Product;

beforeAll(async () => {
  symlinkSync(join(home.path, "not", "there"), inTheWay); // nothing to read, and nothing can be written
  product = await startProduct({ env: { INTERLOCK_HOME: home.path }, worker: false });
  const { status } = await product.asOperator("PUT", "/api/v1/contracts/pay", ledgerContract("pay"));
  expect(status).toBe(201);
});
afterAll(async () => {
  await product.close();
  home.remove();
});

test("L1: nothing is sent while no witness can be told, operators see why, and it runs once one can", async () => {
  const { body } = await product.submit({ tool: "pay", args: { orderId: "o", amount: 5 }, run: "r", step: "s" });
  product.startWorker();
  const findings = async () => (await product.asOperator("GET", "/api/v1/findings?kind=witness_deaf")).body["items"];
  await expect.poll(findings, POLL).toMatchObject([{ data: { reason: expect.stringContaining("cannot be written") } }]);
  const stateOf = async () => (await product.asOperator("GET", `/api/v1/intents/${body["id"]}`)).body["state"];
  expect(["cleared", "executing"]).toContain(await stateOf());
  expect(await product.effects()).toEqual([]);
  rmSync(inTheWay);
  await expect.poll(stateOf, POLL).toBe("succeeded");
  expect(await product.effects()).toHaveLength(1);
});
