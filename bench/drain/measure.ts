/** One backlog: submitted while no worker runs, then performed by a worker that is started on it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "../child";
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { takeEffects, untilEffects } from "../execute/ask-effects";
import type { Backend } from "../execute/cells";
import { judgeEffects } from "../execute/effects";
import { PROCESSES, type Process } from "../execute/measure";
import type { Parts } from "../execute/parts";
import type { Job } from "../load/job";
import { runJob } from "../load-job";
import { type Meters, type Spent, spentBetween, takeReading } from "../meters";
import { countSucceeded } from "../product-database";

export const KINDS = ["bare", "intent"] as const;
export type Kind = (typeof KINDS)[number];

export type Figures = Spent<Process> & {
  backend: Backend;
  kind: Kind;
  perSecond: number;
  effectCount: number;
  errors: string[];
};

const CONNECTIONS = 64;
/** Far more than any backlog takes; then it is told what is missing. */
const DRAIN_MAX_MS = 1_800_000;
const SETTLE_MAX_MS = 20_000;
const POLL_MS = 50;

export async function measureDrain(parts: Parts, kind: Kind, intents: number): Promise<Figures> {
  const errors = await submitAll(parts, kind, intents);
  await parts.sql.query("vacuum analyze");
  await parts.sql.query("checkpoint");
  await takeEffects(parts.downstream);
  const worker = await (kind === "intent" ? parts.startWorker() : parts.startBareWorker());
  const drained = await Promise.race([worker.died, drain(parts, { kind, intents, worker })]);
  const missing = await untilSettled(parts, kind, intents);
  const effects = await takeEffects(parts.downstream);
  await worker.stop();
  return {
    ...drained,
    backend: parts.backend,
    kind,
    effectCount: effects.effectCount,
    errors: [...errors, ...missing, ...judgeEffects(effects, intents)],
  };
}

/** The window begins with the first effect: starting a process is not draining. It ends with the last. */
async function drain(parts: Parts, { kind, intents, worker }: { kind: Kind; intents: number; worker: Child }) {
  const meters = metersOf(parts, kind, worker);
  const first = await untilEffects(parts.downstream, 1, DRAIN_MAX_MS);
  const before = takeReading(meters);
  const fromAt = performance.now();
  const last = await untilEffects(parts.downstream, intents, DRAIN_MAX_MS);
  const elapsedMs = performance.now() - fromAt;
  const spent = await spentBetween(before, takeReading(meters), last - first);
  return { ...spent, perSecond: ((last - first) / elapsedMs) * 1_000 };
}

async function submitAll(parts: Parts, kind: Kind, intents: number): Promise<string[]> {
  const job: Job = {
    target: {
      kind: "http",
      url: kind === "intent" ? `${parts.web.url}/api/v1/intents` : `${parts.bareWeb.url}/`,
      bearer: parts.agentKey,
      body: { prefix: `drain-${kind}`, distinctCount: null, verdict: "cleared", reworded: false },
      expect: { status: 202, text: '"state":"cleared"' },
    },
    connections: CONNECTIONS,
    warmUpMs: 0,
    until: { requestCount: intents },
  };
  return (await runJob(parts.load, job)).errors;
}

/** The last effects are settled a moment after they were performed. */
async function untilSettled(parts: Parts, kind: Kind, intents: number): Promise<string[]> {
  if (kind === "bare") return []; // its worker ends when a settle fails
  const deadlineAt = Date.now() + SETTLE_MAX_MS;
  for (;;) {
    const succeeded = await countSucceeded(parts.sql);
    if (succeeded === intents) return [];
    if (Date.now() > deadlineAt) return [`Of ${intents} intents ${succeeded} have succeeded.`];
    await delay(POLL_MS);
  }
}

function metersOf(parts: Parts, kind: Kind, worker: Child): Meters<Process> {
  const { postgres, redis, downstream, sql } = parts;
  const none = Object.fromEntries(PROCESSES.map((name) => [name, null])) as Record<Process, null>;
  return {
    cpuMs: () => ({
      ...none,
      worker: cpuMsOfTree(worker.pid),
      postgres: cpuMsOfTree(postgres.pid),
      redis: redis === null || kind === "bare" ? null : cpuMsOf(redis.pid),
      downstream: cpuMsOf(downstream.pid),
    }),
    sql,
  };
}
