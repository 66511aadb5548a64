/** One cell, and the proof that every intent that succeeded has exactly one effect downstream. */
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { measureWindow, type Figures as SharedFigures } from "../measure-window";
import type { Meters } from "../meters";
import { takeEffects } from "./ask-effects";
import { type Backend, type Cell, jobFor, type Kind } from "./cells";
import { judgeEffects } from "./effects";
import type { Site } from "./site";

export const PROCESSES = ["web", "worker", "postgres", "redis", "downstream", "load"] as const;
export type Process = (typeof PROCESSES)[number];
export type Figures = SharedFigures<Kind, Process> & {
  backend: Backend;
  /** Effects that the downstream saw, warm-up included; null where there are none. */
  effectCount: number | null;
};

export async function measure(
  site: Site,
  cell: Cell,
  seconds: number,
  onMeasured: () => void = () => undefined,
): Promise<Figures> {
  const { kind, connections } = cell;
  // What the cell before has left to write is not this cell's burden.
  await site.sql.query("checkpoint");
  await takeEffects(site.downstream);
  const figures = await measureWindow(site.load, jobFor(site, cell, seconds), metersOf(site, kind), onMeasured);
  const whole = { ...figures, backend: site.backend, kind, connections, effectCount: null };
  if (kind === "raw") return whole;
  const effects = await takeEffects(site.downstream);
  const wrong = judgeEffects(effects, figures.rightCount);
  return {
    ...whole,
    effectCount: effects.effectCount,
    errorCount: whole.errorCount + wrong.length,
    errors: [...wrong, ...whole.errors],
  };
}

function metersOf(site: Site, kind: Kind): Meters<Process> {
  const { web, worker } = {
    raw: { web: null, worker: site.rawWorker },
    bare: { web: site.bareWeb, worker: site.bareWorker },
    intent: { web: site.web, worker: site.worker },
  }[kind];
  const redis = kind === "bare" ? null : site.redis;
  const usesPostgres = kind !== "raw" || site.redis === null;
  return {
    cpuMs: () => ({
      web: web === null ? null : cpuMsOfTree(web.pid),
      worker: cpuMsOfTree(worker.pid),
      postgres: usesPostgres ? cpuMsOfTree(site.postgres.pid) : null,
      redis: redis === null ? null : cpuMsOf(redis.pid),
      downstream: kind === "raw" ? null : cpuMsOf(site.downstream.pid),
      load: cpuMsOf(site.load.pid),
    }),
    sql: usesPostgres ? site.sql : null,
  };
}
