// A second web process on a product's database: a real one, with caches, a pool and a clock of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { processArgs } from "@/scripts/launch/bundle";
import { type CallAs, callAs } from "./call-as";
import { loadTestRun } from "./test-run";

export const WEB_PROCESS = "tests/support/web-process-main.ts";

export interface WebProcess {
  url: string;
  /** Calls this process's API as whoever holds this key or token. */
  as(bearer: string): CallAs;
  /** Its clock then runs this much ahead, or behind. Postgres has its own. */
  setClock(skewMs: number): Promise<void>;
  /** Stops it where it is (SIGSTOP): connections, transactions and locks stay open. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWebProcess(env: Record<string, string>): Promise<WebProcess> {
  const child = spawn(process.execPath, processArgs(loadTestRun().processes, WEB_PROCESS), {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const [ready] = (await Promise.race([once(child, "message"), exited])) as [{ url?: string } | number | null];
  if (typeof ready !== "object" || ready?.url === undefined) throw new Error("the web process did not start");
  const { url } = ready;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    url,
    as: (bearer) => callAs(url, bearer),
    async setClock(skewMs) {
      const answered = once(child, "message");
      child.send({ skewMs });
      await answered;
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill: () => end("SIGKILL"),
    async stop() {
      child.kill("SIGCONT");
      await end("SIGTERM");
    },
  };
}
