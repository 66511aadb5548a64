// A PostgreSQL of our own of which a copy is kept and put back later, in the three ways in which that is done.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { makeTempDir } from "@/tests/support/temp-dir";

/**
 * `copy`: the data directory, on the same timeline. `recovery`: a base copy and archived WAL up to a point in time, which
 * begins a timeline. `logical`: another database of the same server takes the place of the lost one.
 */
export type RestoreVariant = "copy" | "recovery" | "logical";

export interface RestorablePostgres {
  databaseUrl: string;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const POINT = "f36";
const POLL_MS = 50;

type Ground = {
  directory: string;
  server(): EmbeddedPostgres;
  start(): Promise<void>;
  ask(sql: string): Promise<Record<string, unknown>[]>;
};

export async function openRestorablePostgres(variant: RestoreVariant): Promise<RestorablePostgres> {
  const temp = makeTempDir(`restore-${variant}`);
  const archive = join(temp.path, "archive");
  mkdirSync(archive);
  for (const path of [temp.path, archive]) chmodSync(path, 0o777); // the server may run under an account of its own
  const archiving = { archive_mode: "on", archive_command: `cp %p ${archive}/%f`, hot_standby: "off" };
  const settings = variant === "recovery" ? archiving : {};
  const dataDir = join(temp.path, "postgres");
  let server = await startEmbeddedPostgres({ dataDir, settings });
  const databaseUrl = server.url("interlock");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  const ground: Ground = {
    directory: temp.path,
    server: () => server,
    async start() {
      server = await startEmbeddedPostgres({ dataDir, settings });
    },
    ask: (sql) => onServer(server.url("postgres"), async (client) => (await client.query(sql)).rows),
  };
  return {
    databaseUrl,
    ...WAYS[variant](ground),
    async close() {
      await server.stop("immediate");
      temp.remove();
    },
  };
}

type Way = Pick<RestorablePostgres, "backUp" | "restore">;

const WAYS: Record<RestoreVariant, (ground: Ground) => Way> = { copy, recovery, logical };

function copy({ directory, server, start }: Ground): Way {
  const [cluster, kept] = [join(directory, "postgres/cluster"), join(directory, "kept")];
  return {
    async backUp() {
      await server().stop();
      execFileSync("cp", ["-a", cluster, kept]);
      await start();
    },
    async restore() {
      await server().stop();
      renameSync(cluster, join(directory, "lost"));
      renameSync(kept, cluster);
      await start();
    },
  };
}

function recovery({ directory, server, start, ask }: Ground): Way {
  const [cluster, kept] = [join(directory, "postgres/cluster"), join(directory, "kept")];
  const archive = join(directory, "archive");
  return {
    async backUp() {
      const label = await onServer(server().url("postgres"), async (client) => {
        await client.query(`select pg_backup_start('${POINT}', true)`);
        // Files may vanish while they are copied: what was in them comes from the WAL.
        execFileSync("sh", ["-c", `cp -a ${cluster} ${kept} || test -f ${kept}/PG_VERSION`], { stdio: "ignore" });
        return (await client.query("select labelfile from pg_backup_stop()")).rows[0].labelfile as string;
      });
      for (const name of ["postmaster.pid", "pg_wal"]) rmSync(join(kept, name), { recursive: true, force: true });
      mkdirSync(join(kept, "pg_wal"), { mode: 0o700 });
      writeFileSync(join(kept, "backup_label"), label);
      writeFileSync(join(kept, "recovery.signal"), "");
      const target = {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_name: POINT,
        recovery_target_action: "promote",
      };
      const lines = Object.entries(target).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(kept, "postgresql.auto.conf"), lines.join(""));
      const { uid, gid } = statSync(cluster);
      for (const name of ["pg_wal", "backup_label", "recovery.signal"]) chownSync(join(kept, name), uid, gid);
      await ask(`select pg_create_restore_point('${POINT}')`);
    },
    async restore() {
      const [last] = await ask("select pg_walfile_name(pg_switch_wal()) as name");
      while (!existsSync(join(archive, String(last?.["name"])))) await delay(POLL_MS);
      await server().stop();
      renameSync(cluster, join(directory, "lost"));
      renameSync(kept, cluster);
      await start();
    },
  };
}

function logical({ ask }: Ground): Way {
  const alone = async (work: string[]) => {
    await ask("alter database interlock with allow_connections false");
    await ask("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = 'interlock'");
    for (const sql of work) await ask(sql);
    await ask("alter database interlock with allow_connections true");
  };
  return {
    backUp: () => alone(["create database kept template interlock"]),
    restore: () => alone(["alter database interlock rename to lost", "alter database kept rename to interlock"]),
  };
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "interlock fault" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
