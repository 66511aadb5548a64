// A worker process with a port of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { processArgs } from "@/scripts/launch/bundle";
import { loadTestRun } from "@/tests/support/test-run";

export interface WorkerProcess {
  /** Of its port. */
  url: string;
  stop(): Promise<void>;
}

export type WorkerEnd = { exitCode: number | null };

/** Resolves when it runs, or has ended before that. */
export async function startWorkerProcess(env: Record<string, string>): Promise<WorkerProcess | WorkerEnd> {
  const child = spawn(process.execPath, processArgs(loadTestRun().processes, "workers/main.ts"), {
    env: { ...process.env, INTERLOCK_HOST: "127.0.0.1", INTERLOCK_WORKER_PORT: "0", ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const ready = once(child, "message") as Promise<[{ url: string }]>;
  const first = await Promise.race([ready, exited]);
  const [said] = first;
  if (typeof said !== "object" || said === null) return { exitCode: said };
  return {
    url: said.url,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
