// A server that may forget what it confirmed is refused in one sentence; who insists is on record.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { requireSafeStore, UNSAFE_STORE, UnsafeStoreError } from "@/lib/application/require-safe-store";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { processArgs } from "@/scripts/launch/bundle";
import { createTestDatabase, type TestDatabase } from "./support/database";
import { makeTempDir } from "./support/temp-dir";
import { loadTestRun } from "./support/test-run";

vi.setConfig({ testTimeout: 120_000 });
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase(); // the tests' own server runs with fsync off
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "unsafe test" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const asking = (allowUnsafeStore: boolean, warned: string[] = []) =>
  requireSafeStore({
    db,
    newId: makeIdSource(Date.now),
    process: "test",
    allowUnsafeStore,
    warn: (message) => warned.push(message),
  });

test("fsync off is refused, full_page_writes off is a warning", async () => {
  const warned: string[] = [];
  await expect(asking(false, warned)).rejects.toThrow(UnsafeStoreError);
  expect(warned).toEqual([expect.stringContaining("full_page_writes")]);
});

test("insisting is on record", async () => {
  await asking(true);
  const events = await db.query("select type, actor_id as by, data from audit_events");
  expect(events).toEqual([{ type: "store.unsafe_allowed", by: "test", data: { fsync: "off" } }]);
});

test("the worker does not start on such a server, and says why in one sentence", async () => {
  const home = makeTempDir("unsafe");
  const child = spawn(process.execPath, processArgs(loadTestRun().processes, "workers/main.ts"), {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      INTERLOCK_KEY: "k".repeat(44),
      INTERLOCK_HOME: home.path,
      INTERLOCK_LOG_LEVEL: "silent",
      INTERLOCK_ALLOW_UNSAFE_STORE: "0",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  home.remove();
  expect(said.trim()).toBe(UNSAFE_STORE);
  expect(code).toBe(78);
});
