import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../support/in-process";
import { startTestRedis, type TestRedis } from "../support/redis";
import { refund } from "./suite/refund";

let redis: TestRedis;
let product: Product;
let logLineCount = 0;

const log = pino(
  { level: "info" },
  new Writable({
    write(_chunk, _encoding, done) {
      logLineCount += 1;
      done();
    },
  }),
);

beforeAll(async () => {
  redis = await startTestRedis();
  product = await startProduct({ redisUrl: redis.url, log });
});
afterAll(async () => {
  await product.close();
  await redis.stop();
});

test("L2: without Redis work is delayed, never lost, and the log stays calm; with Redis back it is fast again", async () => {
  expect((await product.submit(refund("before"), { prefer: "wait=10" })).body).toMatchObject({ state: "succeeded" });
  const port = Number(new URL(redis.url).port);
  await redis.stop();

  logLineCount = 0;
  const away = await Promise.all(
    Array.from({ length: 40 }, (_, n) => product.submit(refund(`away-${n}`), { prefer: "wait=30" })),
  );
  for (const { body } of away) expect(body).toMatchObject({ state: "succeeded" });
  expect(logLineCount).toBeLessThan(40);

  redis = await startTestRedis({ port });
  const back = await product.submit(refund("back"), { prefer: "wait=30" });
  expect(back.body).toMatchObject({ state: "succeeded" });
  expect((await product.effects()).length).toBe(42);
});

test("L2: a wiped Redis in the middle of a backlog loses nothing", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `wiped-${index}`);
  const answers = Promise.all(ids.map((id) => product.submit(refund(id), { prefer: "wait=30" })));
  for (let turn = 0; turn < 5; turn += 1) await redis.flushAll();
  for (const { body } of await answers) expect(body).toMatchObject({ state: "succeeded" });
  const effects = (await product.effects())
    .map(({ body }) => body["paymentId"])
    .filter((id) => ids.includes(String(id)));
  expect(effects).toHaveLength(ids.length);
});

test("L2: a Redis that is not there at the start delays work and loses nothing", async () => {
  const gone = await startTestRedis();
  await gone.stop();
  const early = await startProduct({ redisUrl: gone.url });
  expect((await early.submit(refund("early"), { prefer: "wait=30" })).body).toMatchObject({ state: "succeeded" });
  expect(await early.effects()).toHaveLength(1);
  await early.close();
});
