/** How every benchmark begins and ends: Ctrl-C stops it, whatever was started is stopped, the exit code says how it went. */
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Shutdown } from "@/scripts/launch/shutdown";
import { listenForStop, StoppedError } from "@/scripts/launch/stop-signal";
import { UsageError } from "./arguments";
import { ChildDiedError } from "./child";

export const EXIT_ERRORS = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

export type Benchmark<Site> = {
  /** Not interrupted: a PostgreSQL that is just starting is not known yet, and would outlive us. */
  start(shutdown: Shutdown): Promise<Site>;
  run(site: Site, shutdown: Shutdown): Promise<number>;
};

/** Resolves to the exit code. */
export async function runBenchmark<Site>(make: () => Benchmark<Site>): Promise<number> {
  const stop = listenForStop();
  const shutdown = new Shutdown();
  const stopped = stop.requested.then(() => Promise.reject(new StoppedError("stopped")));
  stopped.catch(() => undefined);
  try {
    const { start, run } = make();
    const site = await start(shutdown);
    return await Promise.race([stopped, run(site, shutdown)]);
  } catch (error) {
    if (error instanceof StoppedError) return EXIT_INTERRUPTED;
    if (!(error instanceof UsageError || error instanceof ChildDiedError)) throw error;
    console.error(error.message);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_ERRORS;
  } finally {
    await shutdown.run();
  }
}

export async function writeResults(file: string, postgresVersion: string, results: object): Promise<void> {
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    postgres: postgresVersion,
    platform: process.platform,
  };
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, ...results }, null, 2)}\n`);
  console.log(`\nWritten to ${file}`);
}
