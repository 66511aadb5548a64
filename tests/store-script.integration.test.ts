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

const store = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "scripts/store.ts", ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });

test("an operator says by hand that the database was restored, and sees that nothing is claimed until a worker has seen to it", async () => {
  expect((await store("status")).stdout).toMatch(/^epoch 1\n0 in doubt/);
  await expect(store("restored")).rejects.toMatchObject({ code: 64, stderr: expect.stringContaining("--reason") });
  const { stdout } = await store("restored", "--reason", "the backup of 02:00");
  expect(stdout).toMatch(/^epoch 2, since .* \(operator\)\nNothing is claimed/);
  expect((await store("restored", "--reason", "said twice")).stdout).toMatch(/^epoch 2,/);
});
