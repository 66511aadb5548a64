/** The parts of one product on one backend, and of the bare protocol beside it, on a database of their own. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RedisServer } from "@/scripts/launch/redis-server";
import { Shutdown } from "@/scripts/launch/shutdown";
import { BARE_TABLES } from "../bare/schema";
import type { Child } from "../child";
import type { Ground } from "../ground";
import { type ProductDatabase, prepareDatabase } from "../product-database";
import type { Backend } from "./cells";
import { startRedis } from "./redis";

export type Parts = Pick<Ground, "load" | "postgres"> &
  ProductDatabase & {
    backend: Backend;
    redis: RedisServer | null;
    downstream: Child;
    web: Child;
    bareWeb: Child;
    startWorker(): Promise<Child>;
    startBareWorker(): Promise<Child>;
    start(name: string, entry: string): Promise<Child>;
    stop(): Promise<void>;
  };

const WEB = "bench/web.ts";
const WORKER = "workers/main.ts";
const BARE_WEB = "bench/bare/web.ts";
const BARE_WORKER = "bench/bare/worker.ts";
const DOWNSTREAM = "bench/execute/downstream.ts";
export const PART_ENTRIES = [WEB, WORKER, BARE_WEB, BARE_WORKER, DOWNSTREAM];

/** What one round has left behind is not the next one's burden: `name` is the database's and must be new. */
export async function startParts(ground: Ground, backend: Backend, name: string, whole: Shutdown): Promise<Parts> {
  const own = new Shutdown();
  whole.add({ stop: () => own.run() });
  const dir = join(ground.dir, name);
  mkdirSync(dir);
  const redis = backend === "redis" ? await startRedis(dir, own) : null;
  const database = await prepareDatabase(ground, name, redis?.url ?? null, own);
  await database.sql.query(BARE_TABLES);
  const { env } = database;
  const start = (label: string, entry: string, more: Record<string, string> = {}) =>
    ground.start(label, entry, { ...env, ...more }, own);
  const downstream = await start("downstream", DOWNSTREAM);
  const bareWeb = await start("bare-web", BARE_WEB);
  const workerEnv = {
    INTERLOCK_EGRESS: downstream.url,
    INTERLOCK_CONFIG_LEDGER_URL: downstream.url,
    INTERLOCK_SECRET_LEDGER_TOKEN: randomBytes(16).toString("hex"),
  };
  const bareEnv = { BARE_WEB_URL: bareWeb.url, BARE_DOWNSTREAM_URL: downstream.url };
  return {
    ...database,
    backend,
    load: ground.load,
    postgres: ground.postgres,
    redis,
    downstream,
    web: await start("web", WEB),
    bareWeb,
    startWorker: () => start("worker", WORKER, workerEnv),
    startBareWorker: () => start("bare-worker", BARE_WORKER, bareEnv),
    start,
    stop: () => own.run(),
  };
}
