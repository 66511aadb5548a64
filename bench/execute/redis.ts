/** A redis-server for this run alone, in memory: it holds nothing that is true. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/scripts/launch/free-port";
import type { Shutdown } from "@/scripts/launch/shutdown";

export type RedisServer = { url: string; pid: number };

const READY_MAX_MS = 10_000;
const POLL_MS = 25;

export function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
}

export async function startRedis(dir: string, shutdown: Shutdown): Promise<RedisServer> {
  const port = await findFreePort();
  const settings = { port, bind: "127.0.0.1", dir, save: "", appendonly: "no", "maxmemory-policy": "noeviction" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // Ctrl-C is for us; Redis must not go before those who use it.
  const child = spawn("redis-server", args, { stdio: "ignore", detached: true });
  const ended = once(child, "exit");
  shutdown.add({
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  });
  await Promise.race([untilReady(port), ended.then(() => Promise.reject(new Error("redis-server ended at once.")))]);
  return { url: `redis://127.0.0.1:${port}/0`, pid: child.pid ?? 0 };
}

async function untilReady(port: number): Promise<void> {
  const deadlineAt = Date.now() + READY_MAX_MS;
  while (!(await answers(port))) {
    if (Date.now() > deadlineAt) throw new Error(`redis-server was not ready after ${READY_MAX_MS / 1000} s.`);
    await delay(POLL_MS);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once("error", () => end(false));
    socket.once("data", () => end(true));
    socket.write("PING\r\n");
  });
}
