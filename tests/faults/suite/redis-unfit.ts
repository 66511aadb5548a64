// F16: a Redis that is out of memory, takes no writes, or evicts what it was given. Intake goes on, the sweeper finds
// what no wake-up named; a start on a Redis that evicts is refused.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { processArgs } from "@/scripts/launch/bundle";
import { loadTestRun } from "@/tests/support/test-run";
import type { Fault } from "./fault";
import { lacking } from "./needs";
import { planWorkload } from "./plan";
import { openRedisProcess, type RedisProcess } from "./redis-process";
import { openSite } from "./site";
import { runWorkload } from "./workload";

const UNFIT_MS = { short: 2_000, full: 15_000 };
/** However slow the machine: more than there are agents, so that some were asked for when Redis was unfit already. */
const ANSWERED_MIN = 40;
const UNFIT_MAX_MS = 90_000;
const POLL_MS = 50;
const EXIT_CONFIGURATION = 78;
const START_MAX_MS = 30_000;

const fromNow = (ms: number) => performance.now() + ms;

interface Unfitness {
  name: string;
  begin(redis: RedisProcess): Promise<void>;
  end(redis: RedisProcess): Promise<void>;
}

const ROOMY = { maxmemory: "0", "maxmemory-policy": "noeviction" };
const UNFIT: readonly Unfitness[] = [
  {
    name: "out of memory",
    begin: (redis) => redis.configure({ "maxmemory-policy": "noeviction", maxmemory: "1" }),
    end: (redis) => redis.configure(ROOMY),
  },
  { name: "read-only", begin: (redis) => redis.setReadOnly(true), end: (redis) => redis.setReadOnly(false) },
  {
    name: "evicting",
    begin: (redis) => redis.configure({ "maxmemory-policy": "allkeys-random", maxmemory: "1" }),
    end: (redis) => redis.configure(ROOMY),
  },
];

export const redisUnfit: Fault = {
  id: "F16",
  title: "Redis out of memory, read-only, or with an eviction policy",
  cannotRun: () => lacking("redis-server"),
  async run({ seed, full, size }) {
    const redis = await openRedisProcess();
    const site = await openSite({ seed, redisUrl: redis.url });
    const taken = new Map<string, number>();
    const refusals: string[] = [];
    let isOver = false;
    const disturb = async (_signal: AbortSignal, answered: () => number) => {
      for (const unfitness of UNFIT) {
        await delay(300);
        await unfitness.begin(redis);
        const before = answered();
        const leastAt = fromNow(full ? UNFIT_MS.full : UNFIT_MS.short);
        const deadlineAt = fromNow(UNFIT_MAX_MS);
        const goesOn = () => performance.now() < leastAt || answered() - before < ANSWERED_MIN;
        while (goesOn() && performance.now() < deadlineAt) await delay(POLL_MS);
        taken.set(unfitness.name, answered() - before);
        await unfitness.end(redis);
      }
      isOver = true;
    };
    try {
      const row = await runWorkload({
        id: "F16",
        site,
        actions: planWorkload(seed, size?.actions ?? 50_000),
        disturb,
        isEnough: () => isOver,
        remarks: () => [...taken].map(([name, count]) => `${name}: ${count} answered`).join(", "),
      });
      for (const [name, count] of taken)
        if (count < ANSWERED_MIN) row.verdict.breaches.push(`${name}: only ${count} actions were answered meanwhile`);
      refusals.push(...(await refusedStarts(redis, site.env)));
      row.verdict.breaches.push(...refusals);
      return row;
    } finally {
      await site.close();
      await redis.close();
    }
  },
};

/** What is wrong with how a start on an evicting Redis is refused. */
export async function refusedStarts(redis: RedisProcess, env: Record<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  for (const policy of ["allkeys-lru", "volatile-ttl"]) {
    await redis.configure({ "maxmemory-policy": policy });
    for (const entry of ["server/main.ts", "workers/main.ts"]) {
      const { code, said } = await start(entry, env);
      const isSentence = said.trim().split("\n").length === 1 && said.includes(policy) && said.includes("noeviction");
      if (code !== EXIT_CONFIGURATION || !isSentence)
        wrong.push(`${entry} on ${policy} ended with ${code} and said ${JSON.stringify(said.slice(-300))}`);
    }
  }
  await redis.configure(ROOMY);
  return wrong;
}

async function start(entry: string, env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, processArgs(loadTestRun().processes, entry), {
    env: { ...process.env, ...env, PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: START_MAX_MS,
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit") as Promise<[number | null]>]);
  return { code, said };
}
