// F17, F18: Postgres is stopped in the middle of everything; connections are cut while a commit's outcome is unknown.
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "@/demo/agent/random";
import { seedDemo } from "@/prisma/seed";
import { startCuttingProxy } from "@/tests/support/cutting-proxy";
import { createTestDatabase } from "@/tests/support/database";
import { loadTestRun } from "@/tests/support/test-run";
import type { Fault } from "./fault";
import { planWorkload } from "./plan";
import { openPostgresProcess } from "./postgres-process";
import { orderOf } from "./pulse";
import { openSite, type Site } from "./site";
import { runWorkload } from "./workload";

const ACTIONS_MIN = 100;
const RECOVERY_MAX_MS = 3_000;
const POLL_MS = 20;

export const postgresStopped: Fault = {
  id: "F17",
  title: "Postgres stopped with immediate and started, again and again",
  async run({ seed, full, size }) {
    const postgres = await openPostgresProcess("postgres");
    const { databaseUrl } = postgres;
    const queue = { databaseUrl, redisUrl: null };
    const credentials = await seedDemo({ ...queue, contractsDir: "contracts", existing: null });
    const site = await openSite({ seed, database: { url: databaseUrl, ...credentials } });
    const stopsMax = size?.kills ?? (full ? 50 : 3);
    let stops = 0;
    let answered = () => 0;
    const recoveredMs: number[] = [];
    const disturb = async (_signal: AbortSignal, count: () => number) => {
      answered = count;
      const random = new Random(seed + 1);
      for (; stops < stopsMax; stops += 1) {
        await delay(random.between(600, 2_000));
        await postgres.stop();
        await postgres.start();
        const startedAt = performance.now();
        while ((await site.asAgent("POST", "/intents", orderOf("pay_both", `${seed}-back-${stops}`)))?.status === 503)
          await delay(POLL_MS);
        recoveredMs.push(performance.now() - startedAt);
      }
    };
    try {
      const actions = planWorkload(seed, size?.actions ?? 50_000);
      const isEnough = () => stops >= stopsMax && answered() >= ACTIONS_MIN;
      const row = await runWorkload({
        id: "F17",
        site,
        actions,
        disturb,
        isEnough,
        check: (_books, { turnedAway }) =>
          [...turnedAway.keys()].flatMap((what) =>
            what === "503 store_unavailable" ? [] : [`agents were told ${what}, not only 503`],
          ),
        missed: () =>
          recoveredMs.flatMap((ms, turn) =>
            ms > RECOVERY_MAX_MS ? [`intake was back ${Math.round(ms)} ms after stop ${turn + 1}`] : [],
          ),
        remarks: () => `intake back after at most ${Math.round(Math.max(...recoveredMs))} ms`,
      });
      return { ...row, kills: stops };
    } finally {
      await site.close();
      await postgres.close();
    }
  },
};

export const connectionsCut: Fault = {
  id: "F18",
  title: "connections cut around commits, of web and of worker",
  async run({ seed, full, size }) {
    const { demo } = loadTestRun();
    const database = await createTestDatabase({ source: demo.template });
    const proxies = { web: await startCuttingProxy(database.url), worker: await startCuttingProxy(database.url) };
    const site = await openSite({
      seed,
      database: { url: database.url, ...demo.credentials },
      roleEnv: (role) => ({ DATABASE_URL: proxies[role].url }),
    });
    const cutsMax = size?.kills ?? (full ? 1_000 : 40);
    const cuts = () => proxies.web.cutCount() + proxies.worker.cutCount();
    let answered = () => 0;
    const disturb = async (signal: AbortSignal, count: () => number) => {
      answered = count;
      const random = new Random(seed + 1);
      while (!signal.aborted && cuts() < cutsMax) {
        const proxy = random.pick([proxies.web, proxies.worker, proxies.worker]);
        proxy.arm(random.pick(["before_commit", "after_commit"]));
        if (random.next() < 0.1) await terminate(site);
        await delay(random.between(50, 400), undefined, { signal }).catch(() => undefined);
      }
    };
    try {
      const actions = planWorkload(seed, size?.actions ?? 50_000);
      const isEnough = () => cuts() >= cutsMax && answered() >= ACTIONS_MIN;
      const row = await runWorkload({ id: "F18", site, actions, disturb, isEnough });
      return { ...row, kills: cuts() };
    } finally {
      await site.close();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      await database.drop();
    }
  },
};

function terminate(site: Site): Promise<unknown> {
  return site.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('interlock-web', 'interlock-worker')`,
  );
}
