// A redis-server of our own that can be killed and brought back: with what it wrote, with what it wrote long ago, or empty.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@/scripts/launch/free-port";
import { type RedisServer, redisUrl, spawnRedisServer } from "@/scripts/launch/redis-server";
import { withRedisClient } from "@/tests/support/redis-client";
import { makeTempDir } from "@/tests/support/temp-dir";

export interface RedisProcess {
  url: string;
  flushAll(): Promise<void>;
  /** CONFIG SET. */
  configure(settings: Record<string, string>): Promise<void>;
  /** As a replica is: it answers, and takes no write. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  kill(): Promise<void>;
  /** Keeps what is on disk now, for later. */
  keepDisk(): void;
  start(disk: "as_left" | "as_kept" | "empty"): Promise<void>;
  close(): Promise<void>;
}

/** It may have much to read before it answers. */
const READY_MAX_MS = 20_000;

export async function openRedisProcess(): Promise<RedisProcess> {
  const directory = makeTempDir("redis");
  const port = await findFreePort();
  const url = redisUrl(port);
  const disk = join(directory.path, "appendonlydir");
  const kept = join(directory.path, "kept");
  let server: RedisServer | null = null;

  async function run(): Promise<void> {
    server = spawnRedisServer({ port, dir: directory.path, keepsOnDisk: true });
    await server.untilReady(READY_MAX_MS);
  }
  async function kill(): Promise<void> {
    await server?.kill();
    server = null;
  }
  await run();
  return {
    url,
    flushAll: () => withRedisClient(url, async (client) => void (await client.flushall())),
    configure: (settings) =>
      withRedisClient(url, async (client) => {
        for (const [name, value] of Object.entries(settings)) await client.config("SET", name, value);
      }),
    setReadOnly: (isReadOnly) =>
      withRedisClient(url, async (client) => {
        // Of a master that is not there: it keeps what it has.
        if (isReadOnly) await client.replicaof("127.0.0.1", 1);
        else await client.replicaof("NO", "ONE");
      }),
    kill,
    keepDisk() {
      rmSync(kept, { recursive: true, force: true });
      cpSync(disk, kept, { recursive: true });
    },
    async start(from) {
      if (from !== "as_left") rmSync(disk, { recursive: true, force: true });
      if (from === "as_kept") cpSync(kept, disk, { recursive: true });
      await run();
    },
    async close() {
      await kill();
      directory.remove();
    },
  };
}
