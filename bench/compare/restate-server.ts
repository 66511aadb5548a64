/** Restate's server for this run alone, on ports and in a directory of its own. It tells its maker nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/scripts/launch/free-port";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { bareEnvironment } from "../ground";

export type RestateServer = { pid: number; ingressUrl: string; adminUrl: string };

const READY_MAX_MS = 60_000;
const POLL_MS = 100;
const LOOPBACK = "127.0.0.1";

/**
 * For one machine with few cores: a partition a core, the log that one node needs, no statistics, no journals kept of
 * what has ended. What makes it durable stays: every append to the log is synced.
 */
const TUNED = {
  RESTATE_DEFAULT_NUM_PARTITIONS: "2",
  RESTATE_BIFROST__DEFAULT_PROVIDER: "local",
  RESTATE_WORKER__MAX_COMMAND_BATCH_SIZE: "256",
  RESTATE_WORKER__STORAGE__ROCKSDB_DISABLE_STATISTICS: "true",
  RESTATE_BIFROST__LOCAL__ROCKSDB_DISABLE_STATISTICS: "true",
  RESTATE_ROCKSDB_PERF_LEVEL: "disable",
  RESTATE_DISABLE_PROMETHEUS: "true",
  RESTATE_DEFAULT_JOURNAL_RETENTION: "0s",
};

export async function startRestateServer(
  { file, dir, tuned }: { file: string; dir: string; tuned: boolean },
  shutdown: Shutdown,
): Promise<RestateServer> {
  const [ingress, admin, node] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    ...bareEnvironment(),
    ...(tuned ? TUNED : {}),
    DO_NOT_TRACK: "1",
    RESTATE_DISABLE_TELEMETRY: "true",
    RESTATE_ADMIN__DISABLE_WEB_UI: "true",
    RESTATE_NODE_NAME: "bench",
    RESTATE_LISTEN_MODE: "tcp",
    RESTATE_BIND_ADDRESS: `${LOOPBACK}:${node}`,
    RESTATE_ADVERTISED_ADDRESS: `http://${LOOPBACK}:${node}/`,
    RESTATE_INGRESS__BIND_ADDRESS: `${LOOPBACK}:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `${LOOPBACK}:${admin}`,
    RESTATE_LOG_FILTER: "warn",
  };
  const log = openSync(join(dir, "server.log"), "a");
  // Ctrl-C is for us; the server must not go before those who use it.
  const child = spawn(file, ["--no-logo", "--base-dir", dir], { env, stdio: ["ignore", log, log], detached: true });
  const ended = once(child, "exit");
  shutdown.add({
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  });
  const server = {
    pid: child.pid ?? 0,
    ingressUrl: `http://${LOOPBACK}:${ingress}`,
    adminUrl: `http://${LOOPBACK}:${admin}`,
  };
  const isGone = ended.then(() => Promise.reject(new Error(`Restate's server ended at once: ${dir}/server.log`)));
  await Promise.race([isGone, untilHealthy([`${server.adminUrl}/health`, `${server.ingressUrl}/restate/health`])]);
  return server;
}

async function untilHealthy(urls: string[]): Promise<void> {
  const deadlineAt = Date.now() + READY_MAX_MS;
  for (const url of urls) {
    while (!(await isHealthy(url))) {
      if (Date.now() > deadlineAt) throw new Error(`Restate's server was not ready after ${READY_MAX_MS / 1_000} s.`);
      await delay(POLL_MS);
    }
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // it does not listen yet
  }
}
