// Builds the console, but only when what it is built from has changed since the last build.
// The stamp lies with the build, not in the home: several homes share one checkout and one build.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readJsonFile } from "./home";
import type { LogFile } from "./log-file";
import { identifyProcess, type ProcessIdentity } from "./process-identity";
import { ChildFailedError } from "./supervised-child";

const SOURCES = ["app", "features", "components", "lib", "api", "public"];
const FILES = [
  "package-lock.json",
  "next.config.js",
  "next.config.mjs",
  "next.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
];
const STAMP = ".next/interlock-build.json";
const BUILT = ".next/BUILD_ID";

export interface BuildInput {
  env: NodeJS.ProcessEnv;
  log: LogFile;
  signal: AbortSignal;
  onSpawn(identity: ProcessIdentity): void;
}

/** Null when the last build is still what the sources say; else their digest, to be handed to `build`. */
export function findDueBuild(env: NodeJS.ProcessEnv): string | null {
  const digest = digestSources(env);
  const stamp = readJsonFile(STAMP) as { digest?: string } | null;
  return existsSync(BUILT) && stamp?.digest === digest ? null : digest;
}

export async function build(digest: string, input: BuildInput): Promise<void> {
  await runNextBuild(input);
  writeFileSync(STAMP, `${JSON.stringify({ digest })}\n`);
}

function runNextBuild({ env, log, signal, onSpawn }: BuildInput): Promise<void> {
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const identity = child.pid === undefined ? null : identifyProcess(child.pid);
  if (identity !== null) onSpawn(identity);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => log.write(line));
  return new Promise((resolve, reject) => {
    // The build works with processes of its own: its whole group ends.
    const abort = () =>
      child.pid !== undefined && process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
    signal.addEventListener("abort", abort, { once: true });
    child.once("error", reject);
    child.once("close", (code) => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new ChildFailedError("build", `ended with code ${code}`, log));
    });
  });
}

function digestSources(env: NodeJS.ProcessEnv): string {
  const hash = createHash("sha256");
  const paths = [...SOURCES.flatMap(listSources), ...FILES.filter((file) => existsSync(file))];
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  // Next writes these into what it sends to the browser.
  for (const name of Object.keys(env).sort())
    if (name.startsWith("NEXT_PUBLIC_")) hash.update(`${name}=${env[name]}\0`);
  return hash.digest("hex");
}

function listSources(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
