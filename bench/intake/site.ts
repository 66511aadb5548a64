/** Everything that is measured, each in a process of its own: Postgres, web, a server without work, load. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Child } from "../child";
import { type Ground, startGround } from "../ground";
import { type ProductDatabase, prepareDatabase } from "../product-database";

export type Site = Pick<Ground, "dir" | "load"> &
  ProductDatabase & {
    postgresPid: number;
    web: Child;
    noWork: Child;
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
  return { dir, load, postgresPid: postgres.pid, ...database, web, noWork, start };
}
