// Tries are counted in the store, for all web processes together; here two of them share one database.
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { TooManyError } from "./errors";
import { makeGuessLimit, type TakeTry } from "./guess-limit";

const BOUND = { max: 2, windowMs: 60_000 };

let database: TestDatabase;
let sql: pg.Client;
let processes: Database[];
let here: TakeTry;
let there: TakeTry;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  processes = [1, 2].map(() => openDatabase({ url: database.url, connectionsMax: 4, name: "guess test" }));
  [here, there] = processes.map((db) => makeGuessLimit(db, BOUND)) as [TakeTry, TakeTry];
});
afterEach(() => sql.query("truncate sign_in_tries"));
afterAll(async () => {
  await Promise.all([sql.end(), ...processes.map((db) => db.close())]);
  await database.drop();
});

const passAWindow = () =>
  sql.query("update sign_in_tries set since = since - $1 * interval '1 millisecond'", [BOUND.windowMs]);

test("tries under way count as much as tries that failed, whichever process they were made in", async () => {
  await here("a");
  await there("a");
  await expect(here("a")).rejects.toBeInstanceOf(TooManyError);
  await expect(there("a")).rejects.toBeInstanceOf(TooManyError);
  await expect(here("b")).resolves.toBeTypeOf("function");
});

test("of many tries at the same moment, in both processes, no more than the bound are let through", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, turn) => (turn % 2 ? here : there)("a")));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(BOUND.max);
});

test("who has none left is told how long to wait", async () => {
  await here("a");
  await here("a");
  const refused = await there("a").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooManyError);
  expect((refused as TooManyError).retryAfterSeconds).toBeGreaterThan(0);
  expect((refused as TooManyError).retryAfterSeconds).toBeLessThanOrEqual(BOUND.windowMs / 1_000);
});

test("a try that is given back can be used again, but only that one", async () => {
  await here("a");
  await (await here("a"))();
  await there("a");
  await expect(there("a")).rejects.toBeInstanceOf(TooManyError);
});

test("after the window the tries are there again, and what is given back late changes nothing", async () => {
  const giveBack = await here("a");
  await here("a");
  await passAWindow();
  await there("a");
  await giveBack();
  await here("a");
  await expect(there("a")).rejects.toBeInstanceOf(TooManyError);
});

test("what was typed is not kept, and what is over goes with the next guess", async () => {
  await here("my own password");
  const { rows } = await sql.query<{ address: string }>("select address from sign_in_tries");
  expect(rows.map(({ address }) => address)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await passAWindow();
  await there("another");
  expect((await sql.query("select 1 from sign_in_tries")).rowCount).toBe(1);
});
