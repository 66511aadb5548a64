import { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { startTestRedis, type TestRedis } from "./redis";

const path = process.env["PATH"];
let redis: TestRedis | null = null;

afterEach(async () => {
  process.env["PATH"] = path;
  await redis?.stop();
});

test.each([
  ["whatever is found first", path],
  ["Valkey in WebAssembly, where no server is installed", "/nowhere"],
])("%s keeps, and forgets when it is flushed", async (_, searchPath) => {
  process.env["PATH"] = searchPath;
  redis = await startTestRedis();
  const client = new Redis(redis.url);
  try {
    const beganAt = Date.now();
    for (let i = 0; i < 50; i++) await client.set(`key${i}`, i);
    expect(Date.now() - beganAt).toBeLessThan(2_000);
    expect(await client.dbsize()).toBe(50);
    await redis.flushAll();
    expect(await client.dbsize()).toBe(0);
  } finally {
    client.disconnect();
  }
});
