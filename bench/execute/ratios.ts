/** What the figures mean: ratios inside this one run, and the goals of execution. */
import { atLeast, atMost, figure, type Goal, type Ratio, ratio } from "../ratio";
import { BACKENDS, type Backend, type Kind } from "./cells";
import type { Figures } from "./measure";

const LONE = 1;
const MOST = 128;

const LONE_P50_MS = atMost(4, 2.5);
const POSTGRES_US = atMost(160, 110);
const WEB_US = atMost(130, 90);
const WORKER_US = atMost(190, 140);
const WAL_BYTES = atMost(4_500, 3_000);
const DISK_BYTES = atMost(5_000, 3_000);
/** Intents a second, on two cores that everything shares. */
const RATES: Record<Backend, ReadonlyMap<number, Goal>> = {
  embedded: new Map([[MOST, atLeast(1_500)]]),
  redis: new Map([
    [32, atLeast(3_000)],
    [MOST, atLeast(5_000)],
  ]),
};

export function makeGoals(figures: Figures[]): Ratio[] {
  return intentsOf(figures)
    .flatMap((entry) => {
      const { backend, connections, perSecond, p50Ms } = entry;
      const rate = RATES[backend].get(connections);
      return [
        rate === undefined ? null : figure(`${backend}: intents/s, POST to succeeded`, connections, perSecond, rate),
        connections === LONE ? figure(`${backend}: p50 ms of a lone intent`, LONE, p50Ms, LONE_P50_MS) : null,
        ...(connections === MOST ? costs(entry) : []),
      ];
    })
    .filter((entry) => entry !== null);
}

function costs({ backend, connections, cpuUs, walBytes, diskBytes }: Figures): (Ratio | null)[] {
  return [
    figure(`${backend}: CPU µs of PostgreSQL`, connections, cpuUs.postgres, POSTGRES_US),
    figure(`${backend}: CPU µs of web`, connections, cpuUs.web, WEB_US),
    figure(`${backend}: CPU µs of the worker`, connections, cpuUs.worker, WORKER_US),
    figure(`${backend}: bytes of WAL an intent`, connections, walBytes, WAL_BYTES),
    figure(`${backend}: bytes of disk an intent`, connections, diskBytes, DISK_BYTES),
  ];
}

export function makeRatios(figures: Figures[]): Ratio[] {
  return intentsOf(figures)
    .flatMap((entry) => {
      const { backend, connections } = entry;
      const against = (kind: Kind, pick: (figures: Figures) => number | null) => {
        const baseline = find(figures, backend, kind, connections);
        return { over: pick(entry), under: baseline === undefined ? undefined : pick(baseline) };
      };
      const rate = ({ perSecond }: Figures) => perSecond;
      const wait = ({ p50Ms }: Figures) => p50Ms;
      return [
        ratio(`${backend}: intents / the bare protocol`, connections, against("bare", rate)),
        ratio(`${backend}: p50 of an intent / the bare protocol`, connections, against("bare", wait)),
        ratio(`${backend}: CPU of an intent / the bare protocol`, connections, against("bare", ownCpuUs)),
        ratio(`${backend}: intents / raw BullMQ`, connections, against("raw", rate)),
      ];
    })
    .filter((entry) => entry !== null);
}

/** What an intent costs where it is kept and performed; load and downstream are the same for all. */
export function ownCpuUs({ cpuUs: { web, worker, postgres, redis } }: Pick<Figures, "cpuUs">): number | null {
  if (web === null || worker === null || postgres === null) return null;
  return web + worker + postgres + (redis ?? 0);
}

function intentsOf(figures: Figures[]): Figures[] {
  return BACKENDS.flatMap((backend) => figures.filter((entry) => entry.backend === backend && entry.kind === "intent"));
}

function find(figures: Figures[], backend: Backend, kind: Kind, connections: number): Figures | undefined {
  return figures.find((entry) => entry.backend === backend && entry.kind === kind && entry.connections === connections);
}
