// F14, F15, F20: Redis forgets, dies, comes back with what it once knew; wake-ups come ten times. Postgres has the truth.
import { setTimeout as delay } from "node:timers/promises";
import { openQueue } from "@/lib/queue/backend";
import { openStallingWorker } from "@/lib/queue/testing/stalling-worker";
import { WAKE_UP_QUEUE } from "@/lib/queue/wake-ups";
import type { Heard } from "./agents";
import { untilQuiet } from "./books";
import type { Fault, FaultRun } from "./fault";
import { lacking } from "./needs";
import { percentile } from "./percentile";
import { planWorkload } from "./plan";
import { takePulse } from "./pulse";
import { openRedisProcess, type RedisProcess } from "./redis-process";
import { openSite, type Site } from "./site";
import { runWorkload, type WorkloadInput } from "./workload";

type Disturb = (redis: RedisProcess, site: Site, full: boolean) => WorkloadInput["disturb"];
type More = {
  /** Before the workload. */
  first?: (redis: RedisProcess, site: Site, run: FaultRun) => Promise<{ missed: string[]; remarks: string }>;
  /** After it. */
  check?: () => string[];
  missed?: WorkloadInput["missed"];
};

function redisFault(id: string, title: string, actions: [number, number], disturb: Disturb, more: More = {}): Fault {
  return {
    id,
    title,
    cannotRun: () => lacking("redis-server"),
    async run(run) {
      const { seed, full, size } = run;
      const redis = await openRedisProcess();
      const site = await openSite({ seed, redisUrl: redis.url });
      try {
        await site.setFault({ route: "*", kind: "slow_success", rate: 0.3, delayMs: 50 });
        const first = await more.first?.(redis, site, run);
        const plan = planWorkload(seed, size?.actions ?? (full ? actions[1] : actions[0]));
        const row = await runWorkload({
          id,
          site,
          actions: plan,
          disturb: disturb(redis, site, full),
          remarks: (heard) => [first?.remarks, `p99 ${Math.round(p99Of(heard))} ms`].filter(Boolean).join(", "),
          ...(more.check === undefined ? {} : { check: more.check }),
          ...(more.missed === undefined ? {} : { missed: more.missed }),
        });
        return { ...row, missed: [...(row.missed ?? []), ...(first?.missed ?? [])] };
      } finally {
        await site.close();
        await redis.close();
      }
    },
  };
}

const p99Of = ({ tookMs }: Heard) =>
  percentile(
    tookMs.map(({ ms }) => ms),
    0.99,
  );

const FLUSH_EVERY_MS = 300;
const RECOVERY_P99_MAX_MS = 2_000;
export const redisWiped = redisFault(
  "F14",
  "Redis FLUSHALL again and again",
  [400, 20_000],
  (redis) => async (signal) => {
    while (!signal.aborted) {
      await redis.flushAll();
      await delay(FLUSH_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  },
  {
    missed: (heard) =>
      p99Of(heard) > RECOVERY_P99_MAX_MS
        ? [`p99 is ${Math.round(p99Of(heard))} ms, more than ${RECOVERY_P99_MAX_MS} ms`]
        : [],
  },
);

const AWAY_MS = { short: 3_000, full: 30_000 };
const PACE_MIN = 0.9;
const DONE_MAX_MS = 5_000;
/** Fewer than the machine can bear: what is asked is whether intake needs Redis, not how much it takes. */
const INTAKE = { clients: 4 };

/** Intake with Redis and without, in turn; and how long it takes until all is done once Redis is back. */
async function intakeWithout(redis: RedisProcess, site: Site, { seed, full }: FaultRun) {
  const forMs = full ? AWAY_MS.full : AWAY_MS.short;
  const paces = { here: 0, away: 0 };
  const doneMs: number[] = [];
  await takePulse(site, { ...INTAKE, forMs: 1_000, name: `${seed}-warm` });
  for (const disk of ["as_left", "empty"] as const) {
    const here = await takePulse(site, { ...INTAKE, forMs, name: `${seed}-here-${disk}` });
    await redis.kill();
    const away = await takePulse(site, { ...INTAKE, forMs, name: `${seed}-away-${disk}` });
    await redis.start(disk);
    const backAt = performance.now();
    await untilQuiet(site, 12 * DONE_MAX_MS);
    doneMs.push(performance.now() - backAt);
    paces.here += here.perSecond;
    paces.away += away.perSecond;
  }
  const ratio = paces.away / paces.here;
  const slowestMs = Math.round(Math.max(...doneMs));
  return {
    remarks: `intake ${ratio.toFixed(2)} of normal while Redis is away, all done ${slowestMs} ms after it is back`,
    missed: [
      ...(ratio < PACE_MIN ? [`intake has ${ratio.toFixed(2)} of its pace while Redis is away`] : []),
      ...(slowestMs > DONE_MAX_MS ? [`all was done ${slowestMs} ms after Redis was back`] : []),
    ],
  };
}
export const redisAway = redisFault(
  "F15",
  "Redis killed, back with its AOF, then back empty",
  [600, 30_000],
  (redis, _site, full) => async () => {
    for (const disk of ["as_left", "empty"] as const) {
      await delay(500);
      await redis.kill();
      await delay(full ? AWAY_MS.full : AWAY_MS.short);
      await redis.start(disk);
    }
  },
  { first: intakeWithout },
);

const REPEATS = 10;
let stalledCount = 0;
/** The same wake-ups ten times, taken and given back by a worker that stalls, and in the middle an AOF of long ago. */
export const wakeUpsRepeated = redisFault(
  "F20",
  "wake-ups ten times, stalled and delivered again, an old AOF restored",
  [400, 10_000],
  (redis, site) => async (signal) => {
    const { queue, close } = openQueue(
      { databaseUrl: site.databaseUrl, redisUrl: redis.url },
      WAKE_UP_QUEUE,
      () => undefined,
    );
    const restore = async () => {
      await delay(500);
      redis.keepDisk();
      await delay(1_500);
      await redis.kill();
      await redis.start("as_kept");
    };
    const restored = restore();
    const stalling = openStallingWorker(redis.url, WAKE_UP_QUEUE);
    while (!signal.aborted) {
      const recent = await site.query<{ id: string }>("select id from intents order by id desc limit 50");
      const intentIds = recent.map(({ id }) => id);
      // While Redis is away nothing can be added: that is the other half of this fault.
      const added = Array.from({ length: REPEATS }, () => queue.add("wake", { intentIds }).catch(() => undefined));
      if (intentIds.length > 0) await Promise.race([Promise.all(added), delay(1_000)]);
      await delay(50);
    }
    await restored;
    stalledCount = stalling.stalledCount();
    await stalling.close();
    await close();
  },
  { check: () => (stalledCount === 0 ? ["no wake-up was stalled and delivered again"] : []) },
);
