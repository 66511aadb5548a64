// A database that went back in time, as an operator meets it: said by hand, shown, released. F36 does it for real.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { type Product, startProduct } from "./support/in-process";
import { unguarded } from "./support/journal-rows";
import { ledgerContract } from "./support/ledger-contract";

vi.setConfig({ testTimeout: 60_000 });
const POLL = { timeout: 40_000, interval: 50 };

let product: Product;
let db: Database;
let database: pg.Client;

beforeAll(async () => {
  product = await startProduct();
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "restore test" });
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const held = ledgerContract("pay_held", { policy: [{ then: "hold" }] });
  for (const contract of [ledgerContract("pay"), held]) {
    const { status } = await product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract);
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await database.end();
  await db.close();
  await product.close();
});

const call = (orderId: string, tool = "pay") => ({ tool, args: { orderId, amount: 5 }, run: orderId, step: "s" });
const operate = (path: string, body: unknown = {}) => product.asOperator("POST", `/api/v1${path}`, body);
const sayRestored = () =>
  openEpoch(
    { db, newId: makeIdSource(Date.now), publicUrl: "", sends: false },
    {
      why: "operator",
      actor: { kind: "system", id: "test" },
      reason: "a backup was put back",
      noticedIn: null,
      seenEpoch: 0,
    },
  );
const stateOf = async (id: unknown) => {
  const { rows } = await database.query("select state, failure ->> 'code' as why from intents where id = $1", [id]);
  return rows[0] as { state: string; why: string | null };
};
const isRestoring = async () => (await product.asOperator("GET", "/api/v1/store")).body["restoring"];
const effectsOf = async (orderId: string) =>
  (await product.effects()).filter(({ body }) => body["orderId"] === orderId).length;

describe("said by hand", () => {
  test("what could have run is in doubt with the reason before anything is claimed, and an admin releases it", async () => {
    await operate("/pause", { reason: "so that it stays cleared" });
    const { body } = await product.submit(call("planned"));
    expect(body["state"]).toBe("held"); // paused
    await sayRestored();
    await operate("/resume");
    await expect.poll(() => stateOf(body["id"]), POLL).toEqual({ state: "in_doubt", why: "store_restored" });
    await expect.poll(isRestoring, POLL).toBe(false);
    expect(await effectsOf("planned")).toBe(0);
    const { body: store } = await product.asOperator("GET", "/api/v1/store");
    expect(store).toMatchObject({ why: "operator", releasableCount: 1 });
    const { body: findings } = await product.asOperator("GET", "/api/v1/findings?kind=store_restored");
    expect(findings["items"]).toHaveLength(1);

    expect((await product.asAgent("POST", "/api/v1/store/release", { reason: "x" })).status).toBe(403);
    const released = await operate("/store/release", { reason: "a planned failover" });
    expect(released.body).toEqual({ releasedCount: 1, keptCount: 0 });
    await expect.poll(() => stateOf(body["id"]).then(({ state }) => state), POLL).toBe("succeeded");
    expect(await effectsOf("planned")).toBe(1);
    const { rows } = await database.query(
      `select type from audit_events where intent_id = $1 and type in ('intent.store_restored', 'intent.release')
       union all select type from audit_events where type in ('store.restored', 'store.released')`,
      [body["id"]],
    );
    expect(rows.map(({ type }) => type).toSorted()).toEqual([
      "intent.release",
      "intent.store_restored",
      "store.released",
      "store.restored",
    ]);
  });

  test("L1: an approval after the restore does not run what may have been approved and run before", async () => {
    const { body } = await product.submit(call("held before", "pay_held"));
    await sayRestored();
    await expect.poll(isRestoring, POLL).toBe(false);
    const approved = await operate(`/intents/${body["id"]}/decisions`, {
      verdict: "approve",
      argsDigest: body["argsDigest"],
    });
    expect(approved.status).toBe(200);
    await expect.poll(() => stateOf(body["id"]), POLL).toEqual({ state: "in_doubt", why: "store_restored" });
    expect(await effectsOf("held before")).toBe(0);
    const retry = {
      outcome: "not_executed",
      evidence: "their console shows nothing",
      then: "retry",
      confirmEarly: true,
    };
    expect((await operate(`/intents/${body["id"]}/resolution`, retry)).status).toBe(200);
    await expect.poll(() => stateOf(body["id"]).then(({ state }) => state), POLL).toBe("succeeded");
    expect(await effectsOf("held before")).toBe(1);
  });
});

test("L1: rows that vanished while the worker looks on are noticed by its next claim, and what they did is not repeated", async () => {
  const first = await product.submit(call("vanished"), { prefer: "wait=30" });
  expect(first.body["state"]).toBe("succeeded");
  // As a logical restore in place does it: no connection is lost.
  const sql = (text: string, ...values: unknown[]) => database.query(text, values);
  await unguarded(sql, () => sql("delete from journal where intent_id = $1", first.body["id"]));
  await database.query("delete from intents where id = $1", [first.body["id"]]);
  const again = await product.submit(call("vanished"));
  expect(again.body["id"]).not.toBe(first.body["id"]);
  await expect.poll(() => stateOf(again.body["id"]), POLL).toEqual({ state: "in_doubt", why: "store_restored" });
  expect(await effectsOf("vanished")).toBe(1);
  expect((await product.asOperator("GET", "/api/v1/store")).body).toMatchObject({ why: "claim_missing" });
  const released = await operate("/store/release", { reason: "it must not be this easy" });
  expect(released.body).toMatchObject({ releasedCount: 0, keptCount: 1 });
});
