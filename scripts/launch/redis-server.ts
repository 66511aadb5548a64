// A redis-server of our own on loopback, for tests and benchmarks: the product itself never starts one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const LOOPBACK = "127.0.0.1";
const POLL_MS = 25;
const ANSWER_MAX_MS = 1_000;

export type RedisServer = {
  url: string;
  pid: number;
  untilReady(maxMs: number): Promise<void>;
  /** At once: nothing that an orderly end could save is worth the wait. */
  kill(): Promise<void>;
};

type RedisServerOptions = {
  port: number;
  dir: string;
  /** Every write is on disk, in `dir`, before it is answered; else it keeps nothing. */
  keepsOnDisk?: boolean;
  /** Out of reach of a Ctrl-C that is meant for us. */
  detached?: boolean;
};

export function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
}

export function redisUrl(port: number): string {
  return `redis://${LOOPBACK}:${port}/0`;
}

export function spawnRedisServer({
  port,
  dir,
  keepsOnDisk = false,
  detached = false,
}: RedisServerOptions): RedisServer {
  const disk = keepsOnDisk ? { appendonly: "yes", appendfsync: "always" } : { appendonly: "no" };
  const settings = { port, bind: LOOPBACK, dir, save: "", ...disk, "maxmemory-policy": "noeviction" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn("redis-server", args, { stdio: "ignore", detached });
  const ended = once(child, "exit");
  return {
    url: redisUrl(port),
    pid: child.pid ?? 0,
    async untilReady(maxMs) {
      const isGone = ended.then(() => Promise.reject(new Error("redis-server ended at once.")));
      await Promise.race([untilRedisAnswers(port, maxMs), isGone]);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** One that still reads what is on disk does not count. */
export async function untilRedisAnswers(port: number, maxMs: number): Promise<void> {
  const deadlineAt = Date.now() + maxMs;
  while (!(await answers(port))) {
    if (Date.now() > deadlineAt) throw new Error(`Redis was not ready after ${maxMs / 1000} s.`);
    await delay(POLL_MS);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: LOOPBACK, port });
    const end = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setTimeout(ANSWER_MAX_MS, () => end(false));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
    socket.once("data", (answer) => end(answer.toString().startsWith("+PONG")));
    socket.write("PING\r\n");
  });
}
