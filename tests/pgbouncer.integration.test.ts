// Through PgBouncer: refused in one sentence where it pools transactions, and all is as ever where it pools sessions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POOLED_QUEUE, requireOwnSession } from "@/lib/application/require-safe-store";
import { findPooling, POOLED_STORE } from "@/lib/store/session-check";
import { migrate } from "@/prisma/migrate";
import { processArgs } from "@/scripts/launch/bundle";
import { createTestDatabase, type TestDatabase } from "./support/database";
import { startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "./support/pgbouncer";
import { startTestRedis } from "./support/redis";
import { makeTempDir } from "./support/temp-dir";
import { loadTestRun } from "./support/test-run";

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a direct connection keeps its session", async () => {
  expect(await findPooling(database.url)).toBe("none");
});

describe.skipIf(!hasPgBouncer).each([1, 2, 20])(
  "in transaction mode with %i sessions at most (needs pgbouncer)",
  (size) => {
    let pooler: PgBouncer;
    beforeAll(async () => {
      pooler = await startPgBouncer(database.url, { mode: "transaction", size });
    });
    afterAll(() => pooler.stop());

    test("it is noticed", async () => {
      expect(await findPooling(pooler.through(database.url))).toBe("transaction");
    });

    test("migrations refuse it in one sentence", async () => {
      await expect(migrate({ databaseUrl: pooler.through(database.url) })).rejects.toThrow(POOLED_STORE);
    });
  },
);

describe.skipIf(!hasPgBouncer)("web and worker (need pgbouncer)", () => {
  test.each([
    ["server/main.ts", "transaction", POOLED_STORE],
    ["workers/main.ts", "transaction", POOLED_STORE],
    ["server/main.ts", "session", POOLED_QUEUE],
  ] as const)("%s does not start in %s mode without Redis, and says why", async (entry, mode, why) => {
    const pooler = await startPgBouncer(database.url, { mode, size: 20 });
    const home = makeTempDir("pooled");
    const child = spawn(process.execPath, processArgs(loadTestRun().processes, entry), {
      env: {
        ...process.env,
        DATABASE_URL: pooler.through(database.url),
        INTERLOCK_KEY: "k".repeat(44),
        INTERLOCK_HOME: home.path,
        INTERLOCK_LOG_LEVEL: "silent",
        INTERLOCK_WEB_PROCESSES: "2",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    home.remove();
    await pooler.stop();
    expect(said.trim()).toBe(why);
    expect(code).toBe(78);
  });

  test("in session mode with Redis an intent goes from its submission to its effect, and who waits is told", async () => {
    const pooler = await startPgBouncer(database.url, { mode: "session", size: 100 });
    const redis = await startTestRedis();
    const product = await startProduct({ databaseUrl: pooler.through(database.url), redisUrl: redis.url });
    try {
      await expect(
        requireOwnSession({ databaseUrl: product.databaseUrl, redisUrl: redis.url }),
      ).resolves.toBeUndefined();
      const contract = ledgerContract("pay_pooled");
      expect((await product.asOperator("PUT", "/api/v1/contracts/pay_pooled", contract)).status).toBe(201);
      const call = { tool: "pay_pooled", args: { orderId: "o", amount: 5 }, run: "r", step: "s" };
      const answer = await product.submit(call, { prefer: "wait=60" });
      expect(answer).toMatchObject({ status: 201, body: { state: "succeeded" } });
      expect(await product.effects()).toHaveLength(1);
    } finally {
      await product.close();
      await redis.stop();
      await pooler.stop();
    }
  });
});
