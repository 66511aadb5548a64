/** Everything that execute measures, on one backend, warmed up. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Child } from "../child";
import { type Ground, startGround } from "../ground";
import { runJob } from "../load-job";
import { STATEMENT_SETTINGS } from "../profile/statements";
import { type Backend, targetOf } from "./cells";
import { PART_ENTRIES, type Parts, startParts } from "./parts";

export type Site = Parts & { worker: Child; rawWorker: Child; bareWorker: Child };

const RAW_WORKER = "bench/execute/raw-worker.ts";
/** Enough for V8 to have compiled every path of web and worker. */
const WARM_UP = { connections: 32, requestCount: 3_000 };

export function startExecuteGround(shutdown: Shutdown, { profile }: { profile: boolean }): Promise<Ground> {
  return startGround(shutdown, [...PART_ENTRIES, RAW_WORKER], profile ? STATEMENT_SETTINGS : {});
}

export async function startSite(ground: Ground, backend: Backend, round: number, whole: Shutdown): Promise<Site> {
  const parts = await startParts(ground, backend, `bench_${backend}_${round}`, whole);
  const site: Site = {
    ...parts,
    worker: await parts.startWorker(),
    rawWorker: await parts.start("raw-worker", RAW_WORKER),
    bareWorker: await parts.startBareWorker(),
  };
  await warmUp(site);
  return site;
}

async function warmUp(site: Site): Promise<void> {
  const { connections, requestCount } = WARM_UP;
  for (const kind of ["intent", "bare"] as const) {
    const target = targetOf(site, kind, "warm-up");
    const { errors } = await runJob(site.load, { target, connections, warmUpMs: 0, until: { requestCount } });
    if (errors.length > 0) throw new Error(`The warm-up failed:\n  ${errors.join("\n  ")}`);
  }
  // A database that has been running for a while has statistics.
  await site.sql.query("vacuum analyze");
}
