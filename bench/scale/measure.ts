/** One cell: so many webs, each with a load of its own, and all workers that run; the effects are the judge. */
import type { Child } from "../child";
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { takeEffects } from "../execute/ask-effects";
import { judgeEffects } from "../execute/effects";
import type { Parts } from "../execute/parts";
import type { Job } from "../load/job";
import { runJob } from "../load-job";
import { type Reading, spentBetween, takeReading } from "../meters";

export const PROCESSES = ["web", "worker", "postgres", "redis"] as const;
export type Process = (typeof PROCESSES)[number];

export type Site = { parts: Parts; webs: Child[]; loads: Child[]; workers: Child[] };
export type Figures = {
  webs: number;
  workers: number;
  perSecond: number;
  /** The slowest web's. */
  p50Ms: number;
  p99Ms: number;
  idleShare: number | null;
  /** Of all processes of that kind, an intent. */
  cpuUs: Record<Process, number | null>;
  errors: string[];
};

type Cell = { seconds: number; connections: number; prefix: string };

const WARM_UP_MS = 1_000;
const WAIT_SECONDS = 10;

export async function measureScale(site: Site, webs: number, cell: Cell): Promise<Figures> {
  const { parts, workers } = site;
  await parts.sql.query("checkpoint");
  await takeEffects(parts.downstream);
  const readings: Reading<Process>[] = [];
  // The windows of two loads begin within milliseconds of each other: the first one's ends are read.
  const read = () => void readings.push(takeReading({ cpuMs: () => cpuMs(site), sql: parts.sql }));
  const measured = await Promise.all(
    site.webs.slice(0, webs).map((web, n) => {
      const window = n === 0 ? { onMeasuring: read, onMeasured: read } : undefined;
      return runJob(
        site.loads[n] as Child,
        jobFor(site, web, { ...cell, connections: cell.connections / webs, prefix: `${cell.prefix}-${n}` }),
        window,
      );
    }),
  );
  const [before, after] = readings;
  if (before === undefined || after === undefined) throw new Error("The load ended without a measured window.");
  const sum = (of: (one: (typeof measured)[number]) => number) => measured.reduce((all, one) => all + of(one), 0);
  const { idleShare, cpuUs } = await spentBetween(
    before,
    after,
    sum(({ requestCount }) => requestCount),
  );
  const wrong = judgeEffects(
    await takeEffects(parts.downstream),
    sum(({ rightCount }) => rightCount),
  );
  return {
    webs,
    workers: workers.length,
    perSecond: sum(({ requestCount, elapsedMs }) => (requestCount / elapsedMs) * 1_000),
    p50Ms: Math.max(...measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
    idleShare,
    cpuUs,
    errors: [...wrong, ...measured.flatMap(({ errors }) => errors)],
  };
}

function cpuMs({ parts, webs, workers }: Site): Record<Process, number | null> {
  const all = (children: Child[]) => children.reduce((sum, { pid }) => sum + (cpuMsOfTree(pid) ?? 0), 0);
  return {
    web: all(webs),
    worker: all(workers),
    postgres: cpuMsOfTree(parts.postgres.pid),
    redis: parts.redis === null ? null : cpuMsOf(parts.redis.pid),
  };
}

function jobFor({ parts }: Site, web: Child, { connections, seconds, prefix }: Cell): Job {
  return {
    target: {
      kind: "http",
      url: `${web.url}/api/v1/intents`,
      bearer: parts.agentKey,
      waitSeconds: WAIT_SECONDS,
      body: { prefix, distinctCount: null, verdict: "cleared", reworded: false },
      expect: { status: 201, text: '"state":"succeeded"' },
    },
    connections: Math.floor(connections),
    warmUpMs: WARM_UP_MS,
    until: { ms: seconds * 1_000 },
  };
}
