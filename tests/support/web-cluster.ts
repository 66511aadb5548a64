// Several web processes on one port of a product's database: real ones, each of which can be killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { processArgs } from "@/scripts/launch/bundle";
import { type CallAs, callAs } from "./call-as";
import { loadTestRun } from "./test-run";

export const WEB_CLUSTER = "tests/support/web-cluster-main.ts";

export interface WebCluster {
  url: string;
  /** Of the processes that serve, by the system's own list of the primary's children. */
  pids(): number[];
  /** What they have logged so far. */
  logged(): Record<string, unknown>[];
  as(bearer: string | null): CallAs;
  /** Ends the primary and resolves to how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export async function startWebCluster(count: number, env: Record<string, string>): Promise<WebCluster> {
  const child = spawn(process.execPath, processArgs(loadTestRun().processes, WEB_CLUSTER), {
    env: {
      ...process.env,
      ...env,
      ...{ PORT: "0", INTERLOCK_HOST: "127.0.0.1", INTERLOCK_LOG_LEVEL: "info" },
      INTERLOCK_WEB_PROCESSES: String(count),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const logged: Record<string, unknown>[] = [];
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => logged.push(JSON.parse(line)));
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const [ready] = (await Promise.race([once(child, "message"), exited])) as [{ url?: string } | number | null];
  if (typeof ready !== "object" || ready?.url === undefined) throw new Error("the web processes did not start");
  const { url } = ready;
  return {
    url,
    pids: () => childrenOf(child.pid ?? 0),
    logged: () => logged,
    as: (bearer) => callAs(url, bearer),
    async end(signal) {
      child.kill(signal);
      const [code, by] = await exited;
      return { code, signal: by };
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** Null: it has ended. */
function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may hold anything; then state and parent follow.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : Number(parent);
  } catch {
    return null;
  }
}
