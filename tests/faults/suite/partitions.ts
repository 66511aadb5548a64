// F28: the network between two parts is cut, in one direction or both, or loses packets, or is slow. When it heals,
// everything goes on by itself within a lease and two sweeps.
import { setTimeout as delay } from "node:timers/promises";
import { createTestDatabase } from "@/tests/support/database";
import { loadTestRun } from "@/tests/support/test-run";
import { TIMEOUT_MS } from "./contracts";
import type { Fault, FaultRow } from "./fault";
import { type Forwarder, startForwarder } from "./forwarder";
import { landsLate } from "./late-landing";
import { mergeRows } from "./merge-rows";
import { type Network, networkLacks, openNetwork, type Place } from "./network";
import { planWorkload } from "./plan";
import { openRedisProcess } from "./redis-process";
import { openSite, type Role, type Site } from "./site";
import { runWorkload } from "./workload";

const LEASE_MARGIN_MS = 15_000;
const SWEEP_MS = 500;
const HEALED_MAX_MS = TIMEOUT_MS + LEASE_MARGIN_MS + 2 * SWEEP_MS;
/** Longer than a call's time-out; shorter than what a session idle in its transaction is given. */
const CUT_MS = { short: 5_000, full: 9_000 };
const LOSS_PERCENT = 10;
const DELAY_MS = 40;
const AGENTS = 12;
const ACTIONS_MAX = 2_000;

interface Ways {
  network: Network;
  postgres: Forwarder;
  redis: Forwarder;
}
interface Trouble {
  name: string;
  begin(ways: Ways): void;
}

const PAIRS: readonly [Role, Place][] = [
  ["web", "postgres"],
  ["worker", "postgres"],
  ["worker", "redis"],
  ["worker", "downstream"],
];

const TROUBLES: readonly Trouble[] = [
  ...PAIRS.flatMap(([role, place]) => [
    cutOf(`${role}–${place}`, [role, place], [place, role]),
    cutOf(`${role}→${place}`, [role, place]),
    cutOf(`${place}→${role}`, [place, role]),
  ]),
  { name: "loss", begin: ({ network }) => network.lose(LOSS_PERCENT) },
  {
    name: "delay",
    begin: ({ postgres, redis }) => {
      for (const way of [postgres, redis]) way.setDelay(DELAY_MS);
    },
  },
];

function cutOf(name: string, ...ways: [Place, Place][]): Trouble {
  return {
    name,
    begin: ({ network }) => {
      for (const way of ways) network.cut(...way);
    },
  };
}

export const partitions: Fault = {
  id: "F28",
  title: "partitions between web, worker, Postgres, Redis and the downstream, one-way too; loss and delay",
  cannotRun: () => networkLacks(),
  async run({ seed, full, size }) {
    const cutMs = full ? CUT_MS.full : CUT_MS.short;
    const troubles = TROUBLES.slice(0, size?.kills ?? TROUBLES.length);
    const network = await openNetwork();
    try {
      const rows = await onSite(network, seed, async (site, ways) => {
        const each: FaultRow[] = [];
        for (const [turn, trouble] of troubles.entries())
          each.push(
            await endure(site, ways, { trouble, cutMs, seed: seed * 100 + turn, count: size?.actions ?? ACTIONS_MAX }),
          );
        each.push(await landsLate(site, network, seed));
        return each;
      });
      return { ...mergeRows("F28", rows, rows.map(({ remarks }) => remarks).join("; ")), kills: troubles.length };
    } finally {
      await network.close();
    }
  },
};

async function onSite<T>(network: Network, seed: number, work: (site: Site, ways: Ways) => Promise<T>): Promise<T> {
  const { demo } = loadTestRun();
  const { addressOf } = network;
  const database = await createTestDatabase({ source: demo.template });
  const redisProcess = await openRedisProcess();
  const postgres = await startForwarder(addressOf.postgres, portOf(database.url));
  const redis = await startForwarder(addressOf.redis, portOf(redisProcess.url));
  try {
    const databaseUrl = movedTo(database.url, addressOf.postgres, postgres.port);
    const env = (role: Role) => ({ DATABASE_URL: databaseUrl, INTERLOCK_HOST: addressOf[role] });
    const site = await openSite({
      seed,
      database: { url: database.url, ...demo.credentials },
      redisUrl: movedTo(redisProcess.url, addressOf.redis, redis.port),
      ledgerHost: addressOf.downstream,
      roleEnv: env,
      enter: (role) => network.enter(role),
    });
    try {
      return await work(site, { network, postgres, redis });
    } finally {
      await site.close();
    }
  } finally {
    await Promise.all([postgres.close(), redis.close()]);
    await redisProcess.close();
    await database.drop();
  }
}

interface Endured {
  trouble: Trouble;
  cutMs: number;
  seed: number;
  count: number;
}

/** Agents ask before, while and until it is healed; then each must hear its end in time. */
async function endure(site: Site, ways: Ways, { trouble, cutMs, seed, count }: Endured): Promise<FaultRow> {
  let healedAt = Number.POSITIVE_INFINITY;
  let healedMs = 0;
  const heal = () => {
    ways.network.heal();
    for (const way of [ways.postgres, ways.redis]) way.setDelay(0);
    healedAt = performance.now();
  };
  const disturb = async (signal: AbortSignal) => {
    await delay(500, undefined, { signal }).catch(() => undefined);
    trouble.begin(ways);
    try {
      await delay(cutMs);
    } finally {
      heal();
    }
  };
  const row = await runWorkload({
    id: "F28",
    site,
    actions: planWorkload(seed, count),
    agents: AGENTS,
    disturb,
    isEnough: () => performance.now() > healedAt,
    missed: () => {
      healedMs = performance.now() - healedAt;
      const late = healedMs > HEALED_MAX_MS;
      return late ? [`${trouble.name} healed after ${seconds(healedMs)}, more than ${seconds(HEALED_MAX_MS)}`] : [];
    },
  });
  return { ...row, remarks: `${trouble.name} ${seconds(healedMs)}` };
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function portOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function movedTo(url: string, host: string, port: number): string {
  return Object.assign(new URL(url), { hostname: host, port: String(port) }).href;
}
