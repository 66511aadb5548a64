/** A redis-server for this run alone, in memory: it holds nothing that is true. */
import { findFreePort } from "@/scripts/launch/free-port";
import { hasRedisServer, type RedisServer, spawnRedisServer } from "@/scripts/launch/redis-server";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { UsageError } from "../arguments";
import type { Backend } from "./cells";

const READY_MAX_MS = 10_000;

export function requireRedis(backends: Backend[]): void {
  if (!backends.includes("redis") || hasRedisServer()) return;
  throw new UsageError("There is no redis-server on this machine: install it, or measure --backends embedded.");
}

export async function startRedis(dir: string, shutdown: Shutdown): Promise<RedisServer> {
  // Ctrl-C is for us; Redis must not go before those who use it.
  const server = spawnRedisServer({ port: await findFreePort(), dir, detached: true });
  shutdown.add({ stop: () => server.kill() });
  await server.untilReady(READY_MAX_MS);
  return server;
}
