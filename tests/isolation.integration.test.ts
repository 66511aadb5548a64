// Isolation is ours to say: a database with another default changes nothing.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { type Database, openDatabase } from "@/lib/store/database";
import { NO_LOCKS } from "@/lib/store/raw-transaction";
import { makeRuntime, type Runtime } from "@/server/runtime";
import { createTestDatabase, onServer, type TestDatabase } from "./support/database";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { loadTestRun } from "./support/test-run";

const AT_ONCE = 30;

describe.each(["serializable", "repeatable read"])("on a database whose default is %s", (level) => {
  let database: TestDatabase;
  let product: Product;
  let second: Runtime;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    for (const setting of [
      `default_transaction_isolation = '${level}'`,
      "default_transaction_read_only = on",
      "synchronous_commit = off",
    ])
      await onServer(loadTestRun().serverUrl, (client) => client.query(`alter database ${name} set ${setting}`));
    product = await startProduct({ databaseUrl: database.url });
    second = makeRuntime(loadSettings(product.env), makeLogger("second", "silent"));
    db = openDatabase({ url: database.url, connectionsMax: 1, name: "isolation test" });
    const contract = ledgerContract("pay", { duplicates: { lookalike: "hold", variant: "hold" } });
    expect((await product.asOperator("PUT", "/api/v1/contracts/pay", contract)).status).toBe(201);
  });
  afterAll(async () => {
    await db.close();
    await second.close();
    await product.close();
    await database.drop();
  });

  const submitTo = async (n: number, body: unknown, prefer = "wait=30") => {
    if (n % 2 === 0) return (await product.submit(body, { prefer })).body;
    const headers = { authorization: `Bearer ${product.agentKey}`, prefer };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await second.api.request("/api/v1/intents", init)).json()) as Record<string, unknown>;
  };
  const atOnce = (bodyOf: (n: number) => unknown, prefer?: string) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, n) => submitTo(n, bodyOf(n), prefer)));

  test("every transaction and every single statement of ours is read committed, and commits for good", async () => {
    const sql =
      "select current_setting('transaction_isolation') as level, current_setting('synchronous_commit') as sync";
    const said = [{ level: "read committed", sync: "on" }];
    expect(await db.query(sql)).toEqual(said);
    expect(await db.client.$queryRawUnsafe(sql)).toEqual(said);
    expect(await db.transaction((tx) => tx.$queryRawUnsafe(sql))).toEqual(said);
    expect(await db.rawTransaction(NO_LOCKS, (tx) => tx.$queryRawUnsafe(sql))).toEqual(said);
    const plain = new pg.Client({ connectionString: database.url });
    await plain.connect();
    expect((await plain.query(sql)).rows).toEqual([{ level, sync: "off" }]);
    await plain.end();
  });

  test("thirty at once for one action are one intent and one effect", async () => {
    const answers = await atOnce(() => ({ tool: "pay", args: { orderId: "one", amount: 5 }, run: "r", step: "s" }));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: AT_ONCE }, () => "succeeded"));
    expect((await product.effects()).filter(({ body }) => body["orderId"] === "one")).toHaveLength(1);
  });

  test("of thirty look-alikes at once one runs, the others wait for a person", async () => {
    const bodyOf = (n: number) => ({ tool: "pay", args: { orderId: "alike", amount: 5 }, run: `r${n}`, step: "s" });
    const answers = await atOnce(bodyOf, "wait=0");
    expect(answers.filter(({ state }) => state === "held")).toHaveLength(AT_ONCE - 1);
    const alike = async () => (await product.effects()).filter(({ body }) => body["orderId"] === "alike").length;
    await expect.poll(alike, { timeout: 20_000 }).toBe(1);
  });
});
