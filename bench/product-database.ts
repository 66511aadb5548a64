/**
 * A database for one product: migrated, seeded with the tool that is measured, and watched from outside. What the
 * benchmarks read of the product's own tables is here and nowhere else (bench/history writes and reads its own).
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { seedDemo } from "@/prisma/seed";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { bareEnvironment, type Ground } from "./ground";
import { OUTBOX_TABLES } from "./outbox";

export type ProductDatabase = {
  databaseUrl: string;
  postgresVersion: string;
  /** For the orchestrator's own questions, outside of what is measured. */
  sql: pg.Client;
  /** What the product's processes get. */
  env: NodeJS.ProcessEnv;
  agentKey: string;
  operatorToken: string;
};

const CONTRACTS_DIR = "bench/contracts";

export async function prepareDatabase(
  { postgres }: Pick<Ground, "postgres">,
  name: string,
  redisUrl: string | null,
  shutdown: Shutdown,
): Promise<ProductDatabase> {
  const databaseUrl = postgres.url(name);
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl });
  const { agentKey, operatorToken } = await seedDemo({
    databaseUrl,
    redisUrl,
    contractsDir: CONTRACTS_DIR,
    existing: null,
  });
  const sql = await openSql(databaseUrl, shutdown);
  const env = {
    ...bareEnvironment(),
    DATABASE_URL: databaseUrl,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    INTERLOCK_KEY: randomBytes(32).toString("base64"),
    INTERLOCK_LOG_LEVEL: "warn",
  };
  return { databaseUrl, postgresVersion: await versionOf(sql), sql, env, agentKey, operatorToken };
}

export async function versionOf(sql: pg.Client): Promise<string> {
  const { rows } = await sql.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? "";
}

async function openSql(databaseUrl: string, shutdown: Shutdown): Promise<pg.Client> {
  const sql = new pg.Client({ connectionString: databaseUrl, application_name: "interlock-bench" });
  await sql.connect();
  shutdown.add({ stop: () => sql.end() });
  await sql.query(OUTBOX_TABLES);
  return sql;
}

/** Submissions on record, duplicates included. */
export function countSubmissions(sql: pg.Client): Promise<number> {
  return count(sql, "select count(*)::int as count from submissions");
}

export function countSucceeded(sql: pg.Client): Promise<number> {
  return count(sql, "select count(*)::int as count from intents where state = 'succeeded'");
}

async function count(sql: pg.Client, query: string): Promise<number> {
  return (await sql.query<{ count: number }>(query)).rows[0]?.count ?? 0;
}
