import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { type Product, startProduct } from "../support/in-process";
import { makeTempDir, type TempDir } from "../support/temp-dir";

let directory: TempDir;
let postgres: EmbeddedPostgres;
let product: Product;

const start = () => startEmbeddedPostgres({ dataDir: join(directory.path, "postgres") });
const refund = (paymentId: string) => ({
  tool: "refund_payment",
  args: { paymentId, amount: 5 },
  run: paymentId,
  step: "s",
});

beforeAll(async () => {
  directory = makeTempDir("store-away");
  postgres = await start();
  const databaseUrl = postgres.url("interlock");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  product = await startProduct({ databaseUrl });
});

afterAll(async () => {
  await product.close();
  await postgres.stop("immediate");
  directory.remove();
});

test("while the store is away every call says 503 and nothing is executed; when it is back all goes on by itself", async () => {
  expect(await product.submit(refund("before"), { prefer: "wait=10" })).toMatchObject({
    status: 201,
    body: { state: "succeeded" },
  });
  const effectsBefore = (await product.effects()).length;

  await postgres.stop("immediate");
  const away = await product.submit(refund("during"), { prefer: "wait=2" });
  expect(away).toMatchObject({ status: 503, body: { code: "store_unavailable", retriable: true } });
  expect(away.headers.get("retry-after")).not.toBeNull();
  expect((await product.asOperator("GET", "/api/health/ready")).status).toBe(503);
  expect((await product.asOperator("GET", "/api/health/live")).status).toBe(200);
  expect(await product.asOperator("GET", "/api/v1/intents")).toMatchObject({
    status: 503,
    body: { code: "store_unavailable" },
  });
  expect((await product.effects()).length).toBe(effectsBefore);

  postgres = await start();
  await expect
    .poll(() => product.asOperator("GET", "/api/health/ready").then(({ status }) => status), { timeout: 20_000 })
    .toBe(200);
  const retried = await product.submit(refund("during"), { prefer: "wait=20" });
  expect(retried.body).toMatchObject({ state: "succeeded" });
  expect((await product.effects()).filter(({ body }) => body["paymentId"] === "during")).toHaveLength(1);
});

test("a store that stops in the middle of a storm leaves each caller with a definite answer, and retries give one intent each", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `storm-${index}`);
  const storm = Promise.all(ids.map((id) => product.submit(refund(id)).catch(() => ({ status: 0, body: {} }))));
  await postgres.stop("immediate");
  for (const answer of await storm) expect([201, 202, 503]).toContain(answer.status);
  postgres = await start();
  await expect
    .poll(() => product.asOperator("GET", "/api/health/ready").then(({ status }) => status), { timeout: 20_000 })
    .toBe(200);
  const retried = await Promise.all(ids.map((id) => product.submit(refund(id), { prefer: "wait=60" })));
  for (const { body } of retried) expect(body).toMatchObject({ state: "succeeded" });
  const effects = (await product.effects())
    .map(({ body }) => body["paymentId"])
    .filter((id) => ids.includes(String(id)));
  expect(effects.toSorted()).toEqual(ids.toSorted());
});
