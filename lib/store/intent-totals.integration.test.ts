import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "./database";
import { addUpInTime } from "./intent-totals";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "totals test" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("however much time a stretch is given, the connection keeps one statement for it", async () => {
  for (const timeMs of [1_000, 1_001.5, 2_000]) await addUpInTime(db, { namespace: null, limit: 10 }, timeMs);
  const kept = await db.transaction((tx) =>
    tx.$queryRawUnsafe<{ statement: string }[]>(
      "select statement from pg_prepared_statements where statement like '%statement_timeout%' and name <> ''",
    ),
  );
  expect(kept.filter(({ statement }) => !statement.includes("pg_prepared"))).toHaveLength(1);
});
