// A real PgBouncer in front of the tests' server, where the system has one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findFreePort } from "@/scripts/launch/free-port";
import { choosePostgresAccount } from "@/scripts/launch/postgres-account";
import { makeTempDir } from "./temp-dir";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

export interface PgBouncer {
  /** The same database through it. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

export interface PoolOptions {
  mode: "transaction" | "session";
  size: number;
}

const READY_MS = 20_000;
const LOOK_MS = 50;

export async function startPgBouncer(databaseUrl: string, { mode, size }: PoolOptions): Promise<PgBouncer> {
  const dir = makeTempDir("pgbouncer");
  const port = await findFreePort();
  const server = new URL(databaseUrl);
  const password = server.password === "" ? "" : ` password=${decodeURIComponent(server.password)}`;
  const config = join(dir.path, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${server.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
`,
  );
  // It refuses to run as root, as Postgres does.
  const account = choosePostgresAccount(dir.path);
  if (account !== null) for (const path of [dir.path, config]) chownSync(path, account.uid, account.gid);
  const child = spawn("pgbouncer", [config], { stdio: "ignore", cwd: "/", ...account });
  const exited = once(child, "exit");
  await untilItListens(port);
  return {
    through: (url) => Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port), password: "" }).href,
    async stop() {
      // Which of its gentler ends waits for whom differs between its versions; it has nothing to lose.
      child.kill("SIGKILL");
      await exited;
      dir.remove();
    },
  };
}

async function untilItListens(port: number): Promise<void> {
  const deadlineAt = performance.now() + READY_MS;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    if (performance.now() > deadlineAt) throw new Error("PgBouncer did not start");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
