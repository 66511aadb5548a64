/** Everything that is measured, each in a process of its own, on a throw-away directory: Postgres, web, load. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { seedDemo } from "@/prisma/seed";
import { bundleProcesses, processArgs } from "@/scripts/launch/bundle";
import { withoutSecrets } from "@/scripts/launch/child-environments";
import { startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { type Child, startChild } from "./child";

export type Site = {
  dir: string;
  databaseUrl: string;
  postgresPid: number;
  postgresVersion: string;
  /** For the orchestrator's own questions, outside of what is measured. */
  sql: pg.Client;
  /** What the product's processes get. */
  env: NodeJS.ProcessEnv;
  agentKey: string;
  web: Child;
  noWork: Child;
  load: Child;
  start(name: string, entry: string, env: NodeJS.ProcessEnv): Promise<Child>;
};

/** The product's own settings, fsync included; only room for 128 baseline clients beside the product. */
const POSTGRES_SETTINGS = { max_connections: "200" };
/** As `npm start` runs them: what is measured is what is used. */
const PROCESSES = ["workers/main.ts", "bench/intake/web.ts", "bench/intake/no-work.ts", "bench/intake/load/main.ts"];
const CONTRACTS_DIR = "bench/intake/contracts";
export const INSERT_TABLE = "bench_rows";

export async function startSite(shutdown: Shutdown): Promise<Site> {
  const processes = await bundleProcesses(PROCESSES);
  const dir = mkdtempSync(join(tmpdir(), "interlock-bench-"));
  shutdown.add({ stop: async () => rmSync(dir, { recursive: true, force: true }) });
  mkdirSync(join(dir, "logs"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: POSTGRES_SETTINGS });
  shutdown.add({ stop: () => postgres.stop("fast") });
  const databaseUrl = postgres.url("bench");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  const credentials = await seedDemo({ databaseUrl, redisUrl: null, contractsDir: CONTRACTS_DIR, existing: null });
  const sql = await openSql(databaseUrl, shutdown);
  const env = productEnvironment(databaseUrl);
  const start = async (name: string, entry: string, childEnv: NodeJS.ProcessEnv) => {
    const child = await startChild(name, processArgs(processes, entry), childEnv, join(dir, "logs", `${name}.log`));
    shutdown.add({ stop: child.stop });
    return child;
  };
  const web = await start("web", "bench/intake/web.ts", env);
  const noWork = await start("no-work", "bench/intake/no-work.ts", env);
  const load = await start("load", "bench/intake/load/main.ts", env);
  const { rows } = await sql.query<{ version: string }>("select current_setting('server_version') as version");
  const postgresVersion = rows[0]?.version ?? "";
  const { agentKey } = credentials;
  return { dir, databaseUrl, postgresPid: postgres.pid, postgresVersion, sql, env, agentKey, web, noWork, load, start };
}

async function openSql(databaseUrl: string, shutdown: Shutdown): Promise<pg.Client> {
  const sql = new pg.Client({ connectionString: databaseUrl, application_name: "interlock-bench" });
  await sql.connect();
  shutdown.add({ stop: () => sql.end() });
  await sql.query(`create table ${INSERT_TABLE} (id text primary key, body json not null)`);
  return sql;
}

/** As a launched product has it, except that nobody's own settings may leak into the figures. */
function productEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutSecrets(process.env)).filter(
    ([name]) => !name.startsWith("INTERLOCK_") && name !== "REDIS_URL" && name !== "PORT",
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    INTERLOCK_KEY: randomBytes(32).toString("base64"),
    INTERLOCK_LOG_LEVEL: "warn",
  };
}
