/** Everything that is measured, each in a process of its own: Postgres, web, a server without work, load. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Child } from "../child";
import { type Ground, startGround } from "../ground";
import { generateWithProgress } from "../history/progress";
import { findPgbench } from "../pgbench/find";
import { type ProductDatabase, prepareDatabase } from "../product-database";

/** One web process on a database of its own. */
export type Product = Pick<ProductDatabase, "sql" | "agentKey"> & { web: Child };

export type Site = Pick<Ground, "dir" | "load" | "postgres"> &
  ProductDatabase &
  Product & {
    noWork: Child;
    /** The same product beside it, on a database that holds many intents already. */
    stored: Product | null;
    /** Null: the load process runs the baseline itself. */
    pgbench: string | null;
    start(name: string, entry: string, env: NodeJS.ProcessEnv): Promise<Child>;
  };

const WEB = "bench/web.ts";
const NO_WORK = "bench/intake/no-work.ts";
export const WORKER = "workers/main.ts";

export async function startSite(shutdown: Shutdown): Promise<Site> {
  const ground = await startGround(shutdown, [WORKER, WEB, NO_WORK]);
  const database = await prepareDatabase(ground, "bench", null, shutdown);
  const start: Site["start"] = (name, entry, env) => ground.start(name, entry, env, shutdown);
  const web = await start("web", WEB, database.env);
  const noWork = await start("no-work", NO_WORK, database.env);
  const { dir, load, postgres } = ground;
  const site = { dir, load, postgres, ...database, web, noWork, pgbench: findPgbench(), start };
  return { ...site, stored: null };
}

export async function addStored(site: Site, stored: number, shutdown: Shutdown): Promise<Site> {
  const database = await prepareDatabase(site, "bench_stored", null, shutdown);
  await generateWithProgress(database, { count: stored, lastMs: Date.now(), indexes: "all" });
  const web = await site.start("web-stored", WEB, database.env);
  return { ...site, stored: { sql: database.sql, agentKey: database.agentKey, web } };
}
