// The embedded database: started or adopted, kept running, stopped last.
import { join } from "node:path";
import type { Stage } from "../stages.mjs";
import { startEmbeddedPostgres } from "./embedded-postgres";
import type { LaunchContext } from "./launch-context";
import { DATABASE } from "./local-database";
import { rotateLog } from "./log-file";
import { watchPostgres } from "./watch-postgres";

/** The address of our database on it. */
export async function startPostgres({ home, shutdown, onFailure }: LaunchContext, stage: Stage): Promise<string> {
  const log = join(home.logs, "postgres.log");
  rotateLog(log);
  const start = () => startEmbeddedPostgres({ dataDir: home.postgres, log });
  const server = await start();
  const watch = watchPostgres(server, start, onFailure);
  shutdown.add({
    async stop() {
      await watch.end();
      await watch.current().stop("fast");
    },
  });
  stage.note(`${server.adopted ? "adopted" : "embedded"}, port ${server.port}`);
  return server.url(DATABASE);
}
