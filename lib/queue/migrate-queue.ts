import { runMigrations } from "bullmq";
import pg from "pg";
import type { QueueSettings } from "./backend";

/** BullMQ's own tables, in a schema of their own. A worker on an unmigrated schema retries hot, so this goes first. */
export async function migrateQueue(settings: QueueSettings): Promise<void> {
  if (settings.redisUrl !== null) return;
  const client = new pg.Client({ connectionString: settings.databaseUrl, application_name: "interlock-migrate" });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
