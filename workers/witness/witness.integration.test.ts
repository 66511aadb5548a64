import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { findFreePort } from "@/scripts/launch/free-port";
import { startTestRedis } from "@/tests/support/redis";
import { makeTempDir } from "@/tests/support/temp-dir";
import { openWitness, WitnessUnheardError } from "./witness";

const STORE = "7b1f6f7e-0000-4000-8000-000000000001";
const CLAIM = { epoch: 1, attemptId: `att_${"1".repeat(26)}`, claimedAt: new Date(1_000), key: "c".repeat(64) };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Each on a machine of its own: they share Redis alone. */
function openOn(redisUrl: string | null, isDiskWell = true) {
  const home = makeTempDir("witness");
  if (!isDiskWell) writeFileSync(join(home.path, "witness"), "in the way");
  const witness = openWitness({ homeDir: home.path, redisUrl }, "worker", () => undefined);
  closing.push(home.remove, witness.close);
  return witness;
}

async function redisThatSaw() {
  const redis = await startTestRedis();
  closing.push(redis.stop);
  const witness = openOn(redis.url);
  await witness.newest(STORE); // connected
  await witness.saw(STORE, [CLAIM]);
  return redis;
}

/** From here on the port answers as the Redis does. */
async function forward(port: number, redisUrl: string): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(redisUrl).port), "127.0.0.1");
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
    near.pipe(far).pipe(near);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
}

test("L1: the first look of a worker that has just started waits for Redis", async () => {
  const { url } = await redisThatSaw();
  expect(await openOn(url).newest(STORE)).toEqual([CLAIM]);
});

test("a Redis that is away says so, and can tell more when it is back", async () => {
  const redis = await redisThatSaw();
  const port = await findFreePort();
  const witness = openOn(Object.assign(new URL(redis.url), { port: String(port) }).href);
  expect(await witness.newest(STORE)).toEqual([]);
  const [stream] = witness.recent(STORE);
  await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(WitnessUnheardError);
  expect(witness.canTellMore()).toBe(false);

  await forward(port, redis.url);
  await expect.poll(() => witness.canTellMore()).toBe(true);
  expect(await witness.newest(STORE)).toEqual([CLAIM]);
  expect(witness.canTellMore()).toBe(false);
});

describe("a file that cannot be written", () => {
  test("Redis has the claim before anything is sent, and knows it", async () => {
    const redis = await startTestRedis();
    closing.push(redis.stop);
    const witness = openOn(redis.url, false);
    expect(await witness.newest(STORE)).toEqual([]);
    await witness.saw(STORE, [CLAIM]);
    expect(await witness.canSee(STORE)).toBe(true);
    expect(await openOn(redis.url).newest(STORE)).toEqual([CLAIM]);
  });

  test("without Redis, or with one that is away, no claim is seen, and none may be made", async () => {
    const port = await findFreePort();
    for (const redisUrl of [null, `redis://127.0.0.1:${port}`]) {
      const witness = openOn(redisUrl, false);
      await expect(witness.saw(STORE, [CLAIM])).rejects.toThrow(/cannot be written/);
      expect(await witness.canSee(STORE)).toBe(false);
    }
  });
});
