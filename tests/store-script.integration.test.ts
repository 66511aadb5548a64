import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "./support/database";

vi.setConfig({ testTimeout: 180_000 }); // a process for each call
const run = promisify(execFile);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const storeOf = (url: string, ...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "scripts/store.ts", ...args], {
    env: { ...process.env, DATABASE_URL: url },
  });
const store = (...args: string[]) => storeOf(database.url, ...args);

test("an operator says by hand that the database was restored, and sees that nothing is claimed until a worker has seen to it", async () => {
  expect((await store("status")).stdout).toMatch(/^epoch 1\n0 in doubt/);
  await expect(store("restored")).rejects.toMatchObject({ code: 64, stderr: expect.stringContaining("--reason") });
  const { stdout } = await store("restored", "--reason", "the backup of 02:00");
  expect(stdout).toMatch(/^epoch 2, since .* \(operator\)\nNothing is claimed/);
  expect((await store("restored", "--reason", "said twice")).stdout).toMatch(/^epoch 2,/);
});

test("what is wrong with the database or the call is told in a sentence, as by every script", async () => {
  const empty = await createTestDatabase({ source: "template1" });
  try {
    const told = { code: 1, stderr: expect.stringMatching(/^The database has no tables yet.*\n$/) };
    await expect(storeOf(empty.url, "status")).rejects.toMatchObject(told);
  } finally {
    await empty.drop();
  }
  const away = { code: 1, stderr: expect.stringMatching(/^The database cannot be reached.*\n$/) };
  await expect(storeOf("postgresql://nobody@127.0.0.1:1/none", "status")).rejects.toMatchObject(away);
  await expect(store("stats")).rejects.toMatchObject({ code: 64, stderr: expect.stringMatching(/^npm run store/) });
  await expect(store("status", "--why")).rejects.toMatchObject({
    code: 64,
    stderr: expect.stringMatching(/Unknown option/),
  });
  expect((await store("--help")).stdout).toMatch(/^npm run store -- status/);
});
