/** One cell, and for intents the proof that every one of them has exactly one effect downstream. */
import { setTimeout as delay } from "node:timers/promises";
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { countTransactions, type Meters, measureWindow, type Figures as SharedFigures } from "../measure-window";
import { type Backend, type Cell, jobFor, type Kind } from "./cells";
import { type EffectCount, type EffectsMessage, type EffectsOrder, judgeEffects } from "./effects";
import type { Site } from "./site";

export const PROCESSES = ["web", "worker", "postgres", "redis", "downstream", "load"] as const;
export type Process = (typeof PROCESSES)[number];
export type Figures = SharedFigures<Kind, Process> & {
  backend: Backend;
  /** Effects that the downstream saw and that belong to succeeded intents, warm-up included; null for baselines. */
  effectCount: number | null;
};

const SETTLE_MAX_MS = 20_000;
const POLL_MS = 50;

export async function measure(
  site: Site,
  cell: Cell,
  seconds: number,
  onMeasured: () => void = () => undefined,
): Promise<Figures> {
  const { kind, connections } = cell;
  // What the cell before has left to write is not this cell's burden.
  await site.sql.query("checkpoint");
  const before = kind === "intent" ? await takeEffects(site) : null;
  const figures = await measureWindow(site.load, jobFor(site, cell, seconds), metersOf(site, kind), onMeasured);
  const whole = { ...figures, backend: site.backend, kind, connections, effectCount: null };
  if (before === null) return whole;
  await untilSettled(site);
  const after = await takeEffects(site);
  const wrong = judgeEffects(after.effects, after.succeededCount - before.succeededCount);
  return {
    ...whole,
    effectCount: after.effects.effectCount,
    errorCount: whole.errorCount + wrong.length,
    errors: [...wrong, ...whole.errors],
  };
}

function metersOf(site: Site, kind: Kind): Meters<Process> {
  const isIntent = kind === "intent";
  const usesRedis = site.redis !== null && kind !== "insert";
  const usesPostgres = kind !== "raw" || site.redis === null;
  return {
    cpuMs: () => ({
      web: isIntent ? cpuMsOf(site.web.pid) : null,
      worker: kind === "insert" ? null : cpuMsOf((isIntent ? site.worker : site.rawWorker).pid),
      postgres: usesPostgres ? cpuMsOfTree(site.postgresPid) : null,
      redis: usesRedis ? cpuMsOf(site.redis?.pid ?? 0) : null,
      downstream: isIntent ? cpuMsOf(site.downstream.pid) : null,
      load: cpuMsOf(site.load.pid),
    }),
    transactions: usesPostgres ? () => countTransactions(site.sql) : null,
  };
}

async function takeEffects(site: Site): Promise<{ effects: EffectCount; succeededCount: number }> {
  const heard = site.downstream.hear((message) => {
    const { type } = message as EffectsMessage;
    return type === "effects" ? (message as EffectsMessage) : null;
  });
  site.downstream.tell({ type: "take_effects" } satisfies EffectsOrder);
  const { count } = await heard;
  return { effects: count, succeededCount: await countIntents(site, ["succeeded"]) };
}

/** Answers have all come; an intent whose wait ran out may still be on its way. */
async function untilSettled(site: Site): Promise<void> {
  const deadlineAt = Date.now() + SETTLE_MAX_MS;
  while ((await countIntents(site, ["cleared", "executing"])) > 0) {
    if (Date.now() > deadlineAt) return; // the judgement will say what is missing
    await delay(POLL_MS);
  }
}

async function countIntents(site: Site, states: string[]): Promise<number> {
  const { rows } = await site.sql.query<{ count: number }>(
    "select count(*)::int as count from intents where state = any($1)",
    [states],
  );
  return rows[0]?.count ?? 0;
}
