// A migrated PostgreSQL of our own that can be stopped in the middle of everything and brought back.
import { join } from "node:path";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { makeTempDir } from "@/tests/support/temp-dir";

export interface PostgresProcess {
  databaseUrl: string;
  /** As pg_ctl's `immediate`: no word to anybody, no checkpoint. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openPostgresProcess(name: string): Promise<PostgresProcess> {
  const directory = makeTempDir(name);
  const run = () => startEmbeddedPostgres({ dataDir: join(directory.path, "postgres") });
  let postgres = await run();
  const databaseUrl = postgres.url("interlock");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  const stop = () => postgres.stop("immediate");
  return {
    databaseUrl,
    stop,
    async start() {
      postgres = await run();
    },
    async close() {
      await stop();
      directory.remove();
    },
  };
}
