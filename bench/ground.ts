/** What every benchmark stands on: a throw-away directory, a PostgreSQL of its own, bundled processes, the load. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProcesses, processArgs } from "@/scripts/launch/bundle";
import { withoutSecrets } from "@/scripts/launch/child-environments";
import { startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { type Child, startChild } from "./child";

export type Ground = {
  dir: string;
  postgres: { pid: number; url(database: string): string };
  load: Child;
  /** It ends with the shutdown that is given, at the latest. */
  start(name: string, entry: string, env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<Child>;
};

/** The product's own settings, fsync included; only room for 128 baseline clients beside the product. */
const POSTGRES_SETTINGS = { max_connections: "200" };
const LOAD = "bench/load/main.ts";
/** Loaded ahead of every process: whoever is told to profile itself can. */
const PROFILER = "bench/profile/preload.ts";

/** Bundled as `npm start` does it: what is measured is what is used. */
export async function startGround(shutdown: Shutdown, entries: string[], settings = {}): Promise<Ground> {
  const processes = await bundleProcesses([...entries, LOAD, PROFILER]);
  const dir = mkdtempSync(join(tmpdir(), "interlock-bench-"));
  shutdown.add({ stop: async () => rmSync(dir, { recursive: true, force: true }) });
  mkdirSync(join(dir, "logs"));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, "postgres"),
    settings: { ...POSTGRES_SETTINGS, ...settings },
  });
  shutdown.add({ stop: () => postgres.stop("fast") });
  const preload = ["--import", processArgs(processes, PROFILER).at(-1) ?? ""];
  const start: Ground["start"] = async (name, entry, env, whose) => {
    const args = [...preload, ...processArgs(processes, entry)];
    const child = await startChild(name, args, env, join(dir, "logs", `${name}.log`));
    whose.add({ stop: child.stop });
    return child;
  };
  const load = await start("load", LOAD, bareEnvironment(), shutdown);
  return { dir, postgres, load, start };
}

/** As a launched product has it, except that nobody's own settings may leak into the figures. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutSecrets(process.env)).filter(
    ([name]) => !name.startsWith("INTERLOCK_") && name !== "REDIS_URL" && name !== "PORT",
  );
  return { ...Object.fromEntries(inherited), NODE_ENV: "production" };
}
