// F14, F15, F20: Redis forgets, dies, comes back with what it once knew; wake-ups come ten times. Postgres has the truth.
import { setTimeout as delay } from "node:timers/promises";
import { openQueue } from "@/lib/queue/backend";
import { WAKE_UP_QUEUE } from "@/lib/queue/wake-ups";
import type { Fault } from "./fault";
import { percentile } from "./percentile";
import { planWorkload } from "./plan";
import { openRedisProcess, type RedisProcess } from "./redis-process";
import { openSite, type Site } from "./site";
import { runWorkload, type WorkloadInput } from "./workload";

type Disturb = (redis: RedisProcess, site: Site, full: boolean) => WorkloadInput["disturb"];

function redisFault(id: string, title: string, actions: [number, number], disturb: Disturb): Fault {
  return {
    id,
    title,
    async run({ seed, full, size }) {
      const redis = await openRedisProcess();
      const site = await openSite({ seed, redisUrl: redis.url });
      try {
        await site.setFault({ route: "*", kind: "slow_success", rate: 0.3, delayMs: 50 });
        const plan = planWorkload(seed, size?.actions ?? (full ? actions[1] : actions[0]));
        return await runWorkload({
          id,
          site,
          actions: plan,
          disturb: disturb(redis, site, full),
          remarks: ({ tookMs }) =>
            `p99 ${Math.round(
              percentile(
                tookMs.map(({ ms }) => ms),
                0.99,
              ),
            )} ms`,
        });
      } finally {
        await site.close();
        await redis.close();
      }
    },
  };
}

const FLUSH_EVERY_MS = 300;
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
);

const AWAY_MS = { short: 3_000, full: 30_000 };
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
);

const REPEATS = 10;
/** The same wake-ups ten times, for whatever is recent, and in the middle an AOF of long ago. */
export const wakeUpsRepeated = redisFault(
  "F20",
  "wake-ups ten times, an old AOF restored",
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
    while (!signal.aborted) {
      const recent = await site.query<{ id: string }>("select id from intents order by id desc limit 50");
      const intentIds = recent.map(({ id }) => id);
      // While Redis is away nothing can be added: that is the other half of this fault.
      const added = Array.from({ length: REPEATS }, () => queue.add("wake", { intentIds }).catch(() => undefined));
      if (intentIds.length > 0) await Promise.race([Promise.all(added), delay(1_000)]);
      await delay(50);
    }
    await restored;
    await close();
  },
);
