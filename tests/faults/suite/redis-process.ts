// A redis-server of our own that can be killed and brought back: with what it wrote, with what it wrote long ago, or empty.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { findFreePort } from "@/scripts/launch/free-port";
import { makeTempDir } from "@/tests/support/temp-dir";

export interface RedisProcess {
  url: string;
  flushAll(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps what is on disk now, for later. */
  keepDisk(): void;
  start(disk: "as_left" | "as_kept" | "empty"): Promise<void>;
  close(): Promise<void>;
}

const READY_MAX_MS = 20_000;

export const hasRedisServer = (): boolean => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

export async function openRedisProcess(): Promise<RedisProcess> {
  const directory = makeTempDir("redis");
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const disk = join(directory.path, "appendonlydir");
  const kept = join(directory.path, "kept");
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", directory.path, "--save", ""];
  let child: ChildProcess | null = null;

  async function run(): Promise<void> {
    const policy = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"];
    child = spawn("redis-server", [...options, ...policy], { stdio: "ignore" });
    await untilReady(url);
  }
  async function kill(): Promise<void> {
    if (child === null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = null;
  }
  await run();
  return {
    url,
    flushAll: () => withClient(url, async (client) => void (await client.flushall())),
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

async function untilReady(url: string): Promise<void> {
  const deadlineAt = Date.now() + READY_MAX_MS;
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.ping()));
    } catch (error) {
      if (Date.now() > deadlineAt) throw error;
      await delay(25);
    }
  }
}

async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on("error", () => undefined); // the command that meets it tells
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}
