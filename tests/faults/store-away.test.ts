import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../support/in-process";
import { openPostgresProcess, type PostgresProcess } from "./suite/postgres-process";
import { refund } from "./suite/refund";

let postgres: PostgresProcess;
let product: Product;

beforeAll(async () => {
  postgres = await openPostgresProcess("store-away");
  product = await startProduct({ databaseUrl: postgres.databaseUrl });
});

afterAll(async () => {
  await product.close();
  await postgres.close();
});

test("while the store is away every call says 503 and nothing is executed; when it is back all goes on by itself", async () => {
  expect(await product.submit(refund("before"), { prefer: "wait=10" })).toMatchObject({
    status: 201,
    body: { state: "succeeded" },
  });
  const effectsBefore = (await product.effects()).length;

  await postgres.stop();
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

  await postgres.start();
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
  await postgres.stop();
  for (const answer of await storm) expect([201, 202, 503]).toContain(answer.status);
  await postgres.start();
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
