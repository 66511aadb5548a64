// The whole product as its users start it, in a home of its own, for faults and browser tests.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@/scripts/launch/free-port";
import { hasGoneWithin, identifyProcess } from "@/scripts/launch/process-identity";

export interface Demo {
  url: string;
  agentKey: string;
  operatorToken: string;
  operator: { email: string; password: string };
  ledgerUrl: string;
}

export interface LaunchedProduct {
  home: string;
  pid: number;
  /** Throws when this start runs no demo. */
  demo(): Demo;
  output(): string;
  /** As Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** As `kill -9` of the supervisor does: everything else is left to itself. */
  kill(): Promise<void>;
}

interface LaunchInput {
  home: string;
  env?: Record<string, string>;
}

const READY_LINE = "Ready in ";
/** The first start of a checkout builds. */
export const FIRST_START_MS = 300_000;
const STOP_MS = 60_000;
const OUTPUT_MAX = 100_000;

export async function launchProduct({ home, env = {} }: LaunchInput): Promise<LaunchedProduct> {
  const { child, output } = spawnSupervisor(home, { PORT: String(await findFreePort()), ...env });
  const exited = once(child, "exit");
  const deadlineAt = Date.now() + FIRST_START_MS;
  while (!output().includes(READY_LINE)) {
    const ended = await Promise.race([
      exited.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 50, false)),
    ]);
    if (ended) throw new Error(`the product did not start:\n${output()}`);
    if (Date.now() > deadlineAt) throw new Error(`the product was not ready after ${FIRST_START_MS} ms:\n${output()}`);
  }
  return present(home, child, output, exited);
}

/** Runs a start that is expected to fail; what it printed, and its code. */
export async function failToStart({ home, env = {} }: LaunchInput): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnSupervisor(home, env);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

/** Removes a home whose product was killed: its Postgres is still running. */
export async function removeHome(home: string): Promise<void> {
  const { findEmbeddedPostgres } = await import("@/scripts/launch/embedded-postgres");
  await (await findEmbeddedPostgres(join(home, "postgres")))?.stop("immediate");
  rmSync(home, { recursive: true, force: true });
}

function spawnSupervisor(home: string, env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/launch/main.ts"], {
    env: { ...cleanEnvironment(), INTERLOCK_HOME: home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-OUTPUT_MAX);
    });
  }
  return { child, output: () => text };
}

function present(home: string, child: ChildProcess, output: () => string, exited: Promise<unknown[]>): LaunchedProduct {
  const pid = child.pid ?? 0;
  return {
    home,
    pid,
    demo: () => JSON.parse(readFileSync(join(home, "demo.json"), "utf8")) as Demo,
    output,
    async stop() {
      child.kill("SIGTERM");
      const bound = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      const [code] = (await exited) as [number | null];
      clearTimeout(bound);
      return code;
    },
    async kill() {
      const identity = identifyProcess(pid);
      child.kill("SIGKILL");
      await exited;
      if (identity !== null) await hasGoneWithin(identity, STOP_MS);
    },
  };
}

/** What the developer's shell, npm and the test runner have set must not leak into the product. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(INTERLOCK_(?!TEST_RUN)|VITEST|NODE_|npm_|TEST$|DEV$|DATABASE_URL$|REDIS_URL$|PORT$|TINYPOOL)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))) as NodeJS.ProcessEnv;
}
