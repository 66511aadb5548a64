/** A redis-server for this run alone, in memory: it holds nothing that is true. */
import { findFreePort } from "@/scripts/launch/free-port";
import { type RedisServer, spawnRedisServer } from "@/scripts/launch/redis-server";
import type { Shutdown } from "@/scripts/launch/shutdown";

const READY_MAX_MS = 10_000;

export async function startRedis(dir: string, shutdown: Shutdown): Promise<RedisServer> {
  // Ctrl-C is for us; Redis must not go before those who use it.
  const server = spawnRedisServer({ port: await findFreePort(), dir, detached: true });
  shutdown.add({ stop: () => server.kill() });
  await server.untilReady(READY_MAX_MS);
  return server;
}
