import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { StartRefusedError } from "@/lib/config/start-refused";
import { findFreePort } from "@/scripts/launch/free-port";
import { startTestRedis } from "@/tests/support/redis";
import { withRedisClient } from "@/tests/support/redis-client";
import { requireSafeRedis } from "./require-safe-redis";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function check(redisUrl: string | null): Promise<string[]> {
  const warnings: string[] = [];
  await requireSafeRedis({ redisUrl }, (warning) => warnings.push(warning));
  return warnings;
}

test("a start on a Redis that evicts keys is refused in one sentence that says what to do; one that keeps them is taken", async () => {
  const redis = await startTestRedis();
  closing.push(redis.stop);
  const setPolicy = (policy: string) =>
    withRedisClient(redis.url, (client) => client.config("SET", "maxmemory-policy", policy));
  closing.push(() => setPolicy("noeviction"));
  await setPolicy("noeviction");
  expect(await check(redis.url)).toEqual([]);
  for (const policy of ["allkeys-lru", "volatile-lru", "allkeys-random", "volatile-ttl"]) {
    await setPolicy(policy);
    const refused = await check(redis.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefusedError);
    expect((refused as Error).message).toMatch(
      new RegExp(`maxmemory-policy is ${policy}.* noeviction and start again\\.$`),
    );
  }
});

test("a Redis that is away, or that refuses the question as managed servers do, is warned about and taken", async () => {
  expect(await check(null)).toEqual([]);
  expect(await check(`redis://127.0.0.1:${await findFreePort()}/0`)).toEqual([
    expect.stringContaining("does not say whether it evicts keys"),
  ]);
  const server = createServer((socket) =>
    socket.on("data", () => socket.write("-NOPERM no\r\n")).on("error", () => socket.destroy()),
  );
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const secret = `redis://someone:hidden@127.0.0.1:${port}/0`;
  const warnings = await check(secret);
  expect(warnings).toHaveLength(1);
  expect(warnings.join()).not.toContain("hidden");
});
