import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { isBusy } from "./errors";

let database: TestDatabase;
let db: Database;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 2, name: "raw-transaction" });
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("create table notes (id integer primary key)");
});

afterAll(async () => {
  await other.end();
  await db.close();
  await database.drop();
});

const NONE = { shared: [], alone: [] };
const INSERT = "insert into notes values ($1)";
const countNotes = async () => Number((await other.query("select count(*) from notes")).rows[0].count);

test("what is sent with the commit is committed, in its order and with all the rest", async () => {
  const seen = await db.rawTransaction(NONE, async (tx) => {
    await tx.atCommit.$executeRawUnsafe(INSERT, 1);
    await tx.atCommit.$executeRawUnsafe("update notes set id = 2 where id = 1");
    return tx.$queryRawUnsafe("select * from notes");
  });
  expect(seen).toEqual([]);
  expect((await other.query("select id from notes")).rows).toEqual([{ id: 2 }]);
});

test("one of them fails: nothing is committed, the failure is told, and the connection is good for the next", async () => {
  const before = await countNotes();
  const failing = db.rawTransaction(NONE, async (tx) => {
    await tx.$executeRawUnsafe(INSERT, 10);
    await tx.atCommit.$executeRawUnsafe(INSERT, 11);
    await tx.atCommit.$executeRawUnsafe("select 1 / $1::integer", 0);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await countNotes()).toBe(before);
  await expect(db.rawTransaction(NONE, (tx) => tx.$queryRawUnsafe("select 1 as one"))).resolves.toEqual([{ one: 1 }]);
});

test("X3: what the driver might not be able to write is refused before anything is committed", async () => {
  const circle: unknown[] = [];
  circle.push({ circle });
  const before = await countNotes();
  const failing = db.rawTransaction(NONE, async (tx) => {
    await tx.$executeRawUnsafe(INSERT, 12);
    await tx.atCommit.$executeRawUnsafe(INSERT, circle);
  });
  await expect(failing).rejects.toThrow("Only text and numbers");
  expect(await countNotes()).toBe(before);
});

test("a lock that cannot be had is what is told, not the questions that were sent behind it", async () => {
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(7)");
  const waiting = db.rawTransaction({ shared: [], alone: [7n] }, (tx) => tx.$queryRawUnsafe("select 1"));
  await expect(waiting).rejects.toSatisfy(isBusy);
  await other.query("rollback");
});

test("of several questions at once, the one that failed first is told, whichever answer is heard first", async () => {
  await other.query("begin");
  await other.query("insert into notes values (30)");
  const waiting = db.rawTransaction(NONE, async (tx) => {
    // One step more than the second: its failure is heard later, though it came first.
    const first = async () => [await tx.$executeRawUnsafe(INSERT, 30)];
    await Promise.all([first(), tx.$queryRawUnsafe("select 1")]);
  });
  await expect(waiting).rejects.toSatisfy(isBusy);
  await other.query("rollback");
});

test("questions are answered after the locks: what their holder committed is seen", async () => {
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(8)");
  await other.query("insert into notes values (20)");
  const waiting = db.rawTransaction({ shared: [], alone: [8n] }, (tx) =>
    tx.$queryRawUnsafe("select id from notes where id = $1", 20),
  );
  // Of this database: others of the same server have locks of their own.
  const waits = `select 1 from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`;
  await expect.poll(async () => (await other.query(waits)).rowCount).toBe(1);
  await other.query("commit");
  await expect(waiting).resolves.toEqual([{ id: 20 }]);
});

test("X4: with `waitFor` nothing but that lock is waited for, and what else is not free is told", async () => {
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(901), pg_advisory_xact_lock_shared(902)");
  const missed = (alone: bigint[], shared: bigint[] = []) =>
    db.rawTransaction({ shared, alone, waitFor: "nothing" }, async (tx) => [...(await tx.missed)]);
  expect(await missed([900n, 901n, 902n])).toEqual(["901", "902"]);
  expect(await missed([900n], [901n, 902n])).toEqual(["901"]);
  const waiting = db.rawTransaction(
    { shared: [], alone: [900n, 901n], waitFor: { lock: "901", isShared: false } },
    async (tx) => [...(await tx.missed)],
  );
  // While it waits for one, it holds nothing that others need.
  expect(await missed([900n])).toEqual([]);
  await other.query("commit");
  expect(await waiting).toEqual([]);
});
