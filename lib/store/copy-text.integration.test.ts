// Rows that are copied in are the rows that were given, whatever their texts look like.
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { NO_LOCKS, type PipelinedTx, type Writer } from "./raw-transaction";
import type { Columns } from "./row-arrays";
import { insertion, writeTogether } from "./write-together";

const COLUMNS = {
  n: ["n", "integer"],
  words: ["words", "text"],
  document: ["document", "json"],
  digest: ["digest", "digest"],
  isSo: ["is_so", "boolean"],
  at: ["at", "timestamptz(3)"],
} satisfies Columns;

let database: TestDatabase;
let db: Database;
let reader: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 2, name: "copy-text" });
  reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query(`create table copies (n integer primary key, words text, document json, digest bytea, is_so boolean,
    at timestamptz(3))`);
});
afterAll(async () => {
  await reader.end();
  await db.close();
  await database.drop();
});

const write = (rows: object[], writer: (tx: PipelinedTx) => Writer = (tx) => tx.atCommit) =>
  db.rawTransaction(NO_LOCKS, (tx) => writeTogether(writer(tx), [insertion("copies", COLUMNS, rows)]));
const read = async () =>
  (
    await reader.query(`select n, words, document::text as document, encode(digest, 'hex') as digest, is_so as "isSo", at
      from copies order by n`)
  ).rows;

/** Postgres keeps no U+0000, and no half of a pair. */
const text = fc
  .string({
    unit: fc.oneof(fc.constantFrom("\\", "\t", "\n", "\r", ".", "N", "\\N", '"'), fc.string({ unit: "grapheme" })),
  })
  .filter((one) => !one.includes("\0") && one.isWellFormed());
const row = fc.record({
  words: fc.option(fc.oneof(text, fc.constantFrom("", "\\.", "\\N", "\t", "a\\\nb"))),
  document: fc.option(fc.oneof(fc.dictionary(text, text), fc.array(text), text, fc.integer(), fc.boolean())),
  digest: fc.option(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("hex"))),
  isSo: fc.option(fc.boolean()),
  at: fc.option(fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })),
});

test.each<[string, (tx: PipelinedTx) => Writer]>([
  ["copied", (tx) => tx.atCommit],
  ["inserted", (tx) => ({ $executeRawUnsafe: tx.atCommit.$executeRawUnsafe })],
])("what is %s is read as it was given", async (_, writer) => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      await reader.query("truncate copies");
      const given = rows.map((one, n) => ({ n, ...one }));
      await write(given, writer);
      const documents = given.map(({ document }) => (document === null ? null : JSON.stringify(document)));
      expect(await read()).toEqual(given.map((one, n) => ({ ...one, document: documents[n] })));
    }),
    { numRuns: 60 },
  );
});

test("a row that is refused undoes all that was sent with it, is told as such, and the connection goes on", async () => {
  await reader.query("truncate copies");
  await expect(write([{ n: 1 }, { n: 1 }])).rejects.toMatchObject({ code: "23505" });
  await expect(write([{ n: 1, words: "\0" }])).rejects.toMatchObject({ code: "22021" });
  const unknown = db.rawTransaction(NO_LOCKS, async (tx) => {
    await writeTogether(tx.atCommit, [insertion("copies", COLUMNS, [{ n: 7 }])]);
    await writeTogether(tx.atCommit, [insertion("nowhere", COLUMNS, [{ n: 1 }, { n: 2 }])]);
    await writeTogether(tx.atCommit, [insertion("copies", COLUMNS, [{ n: 8 }])]);
  });
  await expect(unknown).rejects.toMatchObject({ code: "42P01" });
  expect(await read()).toEqual([]);
  await write([{ n: 2, words: "after" }]);
  expect(await read()).toMatchObject([{ n: 2, words: "after" }]);
});
