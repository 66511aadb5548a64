/** DBOS with its defaults, on a database of its own in the same PostgreSQL. */
import pg from "pg";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import type { Ground } from "../ground";
import { startPeer } from "./peer";
import { NO_CPU, type System, WAIT_SECONDS } from "./systems";

export async function startDbos(ground: Ground, round: number, whole: Shutdown): Promise<System> {
  const databaseUrl = ground.postgres.url(`peers_dbos_${round}`);
  const env = { DBOS_SYSTEM_DATABASE_URL: databaseUrl };
  const { app, downstream, own } = await startPeer(ground, { entry: "dbos.ts", env, name: "dbos" }, whole);
  const sql = new pg.Client({ connectionString: databaseUrl, application_name: "interlock-bench" });
  await sql.connect();
  own.add({ stop: () => sql.end() });
  return {
    name: "dbos",
    downstream,
    sql,
    target: (kind, body) => ({
      kind: "http",
      url: `${app.url}/`,
      bearer: "none",
      body,
      ...(kind === "start"
        ? { expect: { status: 202, text: '"state":"started"' } }
        : { waitSeconds: WAIT_SECONDS, expect: { status: 201, text: '"state":"succeeded"' } }),
    }),
    cpuMs: () => ({
      ...NO_CPU,
      app: cpuMsOf(app.pid),
      postgres: cpuMsOfTree(ground.postgres.pid),
      downstream: cpuMsOf(downstream.pid),
      load: cpuMsOf(ground.load.pid),
    }),
    stop: () => own.run(),
  };
}
