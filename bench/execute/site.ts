/** One product on one backend, with what it needs around it: a database and, on Redis, a server of its own. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RedisServer } from "@/scripts/launch/redis-server";
import { Shutdown } from "@/scripts/launch/shutdown";
import type { Child } from "../child";
import { type Ground, startGround } from "../ground";
import { runJob } from "../load-job";
import { type ProductDatabase, prepareDatabase } from "../product-database";
import { STATEMENT_SETTINGS } from "../profile/statements";
import { type Backend, targetOf } from "./cells";
import { startRedis } from "./redis";

export type Site = Pick<Ground, "load"> &
  ProductDatabase & {
    backend: Backend;
    postgresPid: number;
    redis: RedisServer | null;
    web: Child;
    worker: Child;
    rawWorker: Child;
    downstream: Child;
    stop(): Promise<void>;
  };

const WEB = "bench/web.ts";
const WORKER = "workers/main.ts";
const RAW_WORKER = "bench/execute/raw-worker.ts";
const DOWNSTREAM = "bench/execute/downstream.ts";
/** Enough for V8 to have compiled every path of web and worker. */
const WARM_UP = { connections: 32, requestCount: 3_000 };

export function startExecuteGround(shutdown: Shutdown, { profile }: { profile: boolean }): Promise<Ground> {
  return startGround(shutdown, [WEB, WORKER, RAW_WORKER, DOWNSTREAM], profile ? STATEMENT_SETTINGS : {});
}

/** A database of its own for each: what one round has left behind is not the next one's burden. */
export async function startSite(ground: Ground, backend: Backend, round: number, whole: Shutdown): Promise<Site> {
  const own = new Shutdown();
  whole.add({ stop: () => own.run() });
  const name = `bench_${backend}_${round}`;
  const dir = join(ground.dir, name);
  mkdirSync(dir);
  const redis = backend === "redis" ? await startRedis(dir, own) : null;
  const database = await prepareDatabase(ground, name, redis?.url ?? null, own);
  const { env } = database;
  const downstream = await ground.start("downstream", DOWNSTREAM, env, own);
  const workerEnv = {
    ...env,
    INTERLOCK_EGRESS: downstream.url,
    INTERLOCK_CONFIG_LEDGER_URL: downstream.url,
    INTERLOCK_SECRET_LEDGER_TOKEN: randomBytes(16).toString("hex"),
  };
  const site: Site = {
    ...database,
    backend,
    load: ground.load,
    postgresPid: ground.postgres.pid,
    redis,
    downstream,
    web: await ground.start("web", WEB, env, own),
    worker: await ground.start("worker", WORKER, workerEnv, own),
    rawWorker: await ground.start("raw-worker", RAW_WORKER, env, own),
    stop: () => own.run(),
  };
  await warmUp(site);
  return site;
}

async function warmUp(site: Site): Promise<void> {
  const { connections, requestCount } = WARM_UP;
  const target = targetOf(site, "intent", "warm-up");
  const { errors } = await runJob(site.load, { target, connections, warmUpMs: 0, until: { requestCount } });
  if (errors.length > 0) throw new Error(`The warm-up failed:\n  ${errors.join("\n  ")}`);
  // A database that has been running for a while has statistics.
  await site.sql.query("vacuum analyze");
}
