// What was submitted before history could be searched is found as if it had been submitted since.
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backfillAmounts } from "@/lib/application/backfill-amounts";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { identityDigests } from "@/lib/domain/identity-values";
import type { JsonValue } from "@/lib/domain/json";
import { type Database, openDatabase } from "@/lib/store/database";
import { foundByWrites } from "@/lib/store/found-by";
import { insertPlain } from "@/lib/store/testing/plain-intents";
import { writeTogether } from "@/lib/store/write-together";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";

const MIGRATION = "prisma/migrations/20261116203000_history/migration.sql";
const TOOL = "before_history";

let product: Product;
let client: pg.Client;
let db: Database;

beforeAll(async () => {
  product = await startProduct({ worker: false });
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 2, name: "backfill test" });
});
afterAll(async () => {
  await db.close();
  await client.end();
  await product.close();
});

/** The migration's own statement, on a table as it was before. */
async function backfillValues(): Promise<void> {
  const sql = await readFile(MIGRATION, "utf8");
  const from = sql.indexOf("create function pg_temp");
  const to = sql.indexOf("alter table identity_values");
  await client.query("truncate identity_values");
  await client.query(sql.slice(from, to).replace("create function", "create or replace function"));
}

const SCALAR = fc.oneof(
  fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\u0000")),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, "", "x", 1e21, 1e-7, -0, '"', "\\"),
);
const VALUE = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    SCALAR,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ maxLength: 3 }).filter((name) => name !== "__proto__" && !name.includes("\u0000")),
      tie("value"),
      { maxKeys: 3 },
    ),
  ),
})).value;
const IDENTITY = fc.dictionary(fc.constantFrom("/a", "/b", "/c/0", "#/c"), VALUE, { maxKeys: 4 });

test("the migration digests identities as intake does", async () => {
  const identities = fc
    .sample(IDENTITY, { numRuns: 400, seed: 11 })
    .map((identity) => JSON.parse(JSON.stringify(identity)));
  const intents = identities.map((identity: Record<string, JsonValue>, index) => ({
    id: `int_${String(index).padStart(26, "0")}`,
    identity,
  }));
  const plain = { createdMs: 0, namespace: "n", tool: "t", agent: "agt_1", run: null, effectId: "e", operators: [] };
  await insertPlain(
    client,
    intents.map(({ id }) => ({ ...plain, id, state: "held", identity: { "/one": "x", "/many": [] }, amount: null })),
  );
  await client.query(
    `update intents i set identity = r.identity from json_to_recordset($1::json) as r(id text, identity json)
     where r.id = i.id`,
    [JSON.stringify(intents)],
  );
  await backfillValues();
  const { rows } = await client.query<{ id: string; digest: Buffer }>(
    "select intent_id as id, digest from identity_values",
  );
  const found = new Set(rows.map(({ id, digest }) => `${id} ${digest.toString("hex")}`));
  const wanted = new Set(
    intents.flatMap(({ id, identity }) => identityDigests(identity).map((digest) => `${id} ${digest.toString("hex")}`)),
  );
  expect(found.size).toBeGreaterThan(400);
  expect([...found].sort()).toEqual([...wanted].sort());
  await client.query("delete from intents where tool = 't'; truncate identity_values");
});

describe("amounts", () => {
  const amounts = async () => {
    const { rows } = await client.query("select currency, amount::text from intent_amounts order by amount");
    return rows.map(({ currency, amount }) => `${amount} ${currency}`);
  };
  const run = () => backfillAmounts({ db, versionOf: makeContractCatalog(db).versionOf });

  beforeAll(async () => {
    const money = { "/amount": { role: "material", as: "money", code: "USD", unit: "minor" } };
    const contract = ledgerContract(TOOL, {
      fields: { "/orderId": { role: "identity" }, ...money },
      policy: [{ then: "hold" }],
    });
    expect((await product.asOperator("PUT", `/api/v1/contracts/${TOOL}`, contract)).status).toBe(201);
    for (const amount of [1, 250, 9_999]) {
      const args = { orderId: `o${amount}`, amount };
      expect((await product.submit({ tool: TOOL, args, run: "r", step: args.orderId })).status).toBe(202);
    }
    expect(await amounts()).toEqual(["0.01 USD", "2.5 USD", "99.99 USD"]);
  });

  test("are read by a worker, each under its contract, and it is done when it is through", async () => {
    await client.query("delete from intent_amounts");
    await client.query("insert into amount_backfill (through_id, until_id) select '', max(id) from intents");
    expect(await run()).toBe(3);
    expect(await amounts()).toEqual(["0.01 USD", "2.5 USD", "99.99 USD"]);
    expect((await client.query("select from amount_backfill")).rowCount).toBe(0);
    expect(await run()).toBe(0);
  });

  test("that somebody has written since are left alone, and what is newer is not looked at", async () => {
    await client.query(
      "update intent_amounts set amount = 7 where amount = 2.5; delete from intent_amounts where amount > 90",
    );
    await client.query("insert into amount_backfill (through_id, until_id) select '', min(id) from intents");
    await client.query("update amount_backfill set until_id = (select id from intents order by id offset 1 limit 1)");
    expect(await run()).toBe(2);
    expect(await amounts()).toEqual(["0.01 USD", "7 USD"]);
  });

  test("go away with args that have none", async () => {
    const { rows } = await client.query("select intent_id from intent_amounts where amount = 7");
    await db.transaction((tx) =>
      writeTogether(tx, foundByWrites([{ intentId: rows[0].intent_id, identity: null, amount: null }])),
    );
    expect(await amounts()).toEqual(["0.01 USD"]);
  });
});
