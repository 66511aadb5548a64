// A migrated PostgreSQL of our own that can be stopped in the middle of everything and brought back.
import { join } from "node:path";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { makeTempDir } from "@/tests/support/temp-dir";

export interface PostgresProcess {
  databaseUrl: string;
  pid(): number;
  isRunning(): boolean;
  /** As pg_ctl's `immediate`: no word to anybody, no checkpoint. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

type Options = Partial<Pick<EmbeddedPostgresOptions, "dataDir" | "settings" | "env">>;

export async function openPostgresProcess(name: string, options: Options = {}): Promise<PostgresProcess> {
  const directory = makeTempDir(name);
  const run = () => startEmbeddedPostgres({ dataDir: join(directory.path, "postgres"), ...options });
  let postgres = await run();
  const databaseUrl = postgres.url("interlock");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  const stop = () => postgres.stop("immediate");
  return {
    databaseUrl,
    pid: () => postgres.pid,
    isRunning: () => postgres.isRunning(),
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
