import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { hasGoneWithin, identifyProcess } from "./process-identity";

const settings = { fsync: "off" };
const isRoot = process.getuid?.() === 0;

let temp: TempDir;
let dataDir: string;
let started: EmbeddedPostgres[];

beforeEach(() => {
  temp = makeTempDir("embedded postgres"); // with a space, as people's directories have
  dataDir = join(temp.path, "pg");
  started = [];
});

afterEach(async () => {
  for (const server of started) await server.stop("immediate");
  temp.remove();
});

test("it answers with the password only, on loopback, and its secrets are the owner's alone", async () => {
  const server = await start();
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await ask(server, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const wrong = new pg.Client({ connectionString: server.url("postgres").replace(/:[^:@]+@/, ":wrong@") });
  await expect(wrong.connect()).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
});

test("a committed row is on disk unless a test says otherwise", async () => {
  const server = await start({});
  expect(
    await ask(server, "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync"),
  ).toEqual([{ fsync: "on", sync: "on" }]);
});

test("a second start on the same directory adopts the first; its port and its rows survive a stop", async () => {
  const first = await start();
  await ask(first, "create table kept (id int)");
  const second = await start();
  expect({ adopted: second.adopted, pid: second.pid, port: second.port }).toEqual({
    adopted: true,
    pid: first.pid,
    port: first.port,
  });
  await second.stop();
  expect(first.isRunning()).toBe(false);
  const third = await start();
  expect({ adopted: third.adopted, port: third.port }).toEqual({ adopted: false, port: first.port });
  expect(await ask(third, "select count(*)::int as rows from kept")).toEqual([{ rows: 0 }]);
});

test("four starts at the same moment on a new directory end with one server", async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => start()));
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
});

test("a server that was killed is started again on what it had committed", async () => {
  const first = await start();
  await ask(first, "create table kept (id int)");
  await kill(first.pid);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second, "select count(*)::int as rows from kept")).toEqual([{ rows: 0 }]);
});

test("a stale postmaster.pid whose id belongs to a stranger now is not believed, and the stranger is left alone", async () => {
  const first = await start();
  await kill(first.pid);
  const stranger = spawn("sleep", ["60"]);
  const pidFile = join(dataDir, "cluster", "postmaster.pid");
  const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
  writeFileSync(pidFile, [stranger.pid, ...rest].join("\n"));
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
});

test("a port that somebody took meanwhile is left to them", async () => {
  const first = await start();
  await first.stop();
  const other = createServer().listen(first.port, "127.0.0.1");
  const second = await start();
  expect(second.port).not.toBe(first.port);
  await new Promise((resolve) => other.close(resolve));
});

test("a start that was killed during initdb is simply begun anew", async () => {
  mkdirSync(join(dataDir, "cluster.new-999999999"), { recursive: true });
  await start();
  expect(existsSync(join(dataDir, "cluster.new-999999999"))).toBe(false);
});

test("finding starts nothing", async () => {
  expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isRoot)("as root it runs as somebody else, even in a directory that is closed to everybody", async () => {
  chmodSync(temp.path, 0o700);
  const server = await start();
  expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
  expect((await start()).adopted).toBe(true);
});

test.runIf(isRoot)(
  "as root, binaries in a closed directory are copied to where the server's account can run them",
  async () => {
    const version = `0.0.0-test-${process.pid}`;
    const packageDir = join(temp.path, "package");
    const nativeDir = join(packageDir, "native");
    cpSync(installedNativeDir(), nativeDir, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(packageDir, "package.json"), JSON.stringify({ version }));
    const link = join(packageDir, firstLink(nativeDir)); // npm did not run the package's install script
    rmSync(link);
    chmodSync(temp.path, 0o700);
    const copy = `/var/cache/interlock/postgres-${version}-${process.arch}`;
    try {
      const server = await start({ settings, nativeDir });
      expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(existsSync(link)).toBe(true);
      expect(existsSync(copy)).toBe(true);
      await server.stop("immediate");
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);

test.runIf(isRoot)("a normal user needs nothing of that", async () => {
  chownSync(temp.path, 65_534, 65_534);
  const script = `
    import { startEmbeddedPostgres } from "./scripts/launch/embedded-postgres.ts";
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: { fsync: "off" } });
    await server.stop();
    console.log("stopped");`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, dataDir], {
    uid: 65_534,
    gid: 65_534,
    env: { ...process.env, TMPDIR: temp.path, HOME: temp.path },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  expect(output).toBe("stopped\n");
  expect(statSync(join(dataDir, "cluster")).uid).toBe(65_534);
  // What a normal user began, root goes on with as that user.
  const server = await start();
  expect(statSync(`/proc/${server.pid}`).uid).toBe(65_534);
});

async function start(
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = { settings },
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  started.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function kill(pid: number): Promise<void> {
  const identity = identifyProcess(pid);
  process.kill(pid, "SIGKILL");
  if (identity !== null) await hasGoneWithin(identity, 5_000);
}

function installedNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
}

function firstLink(nativeDir: string): string {
  const [link] = JSON.parse(readFileSync(join(nativeDir, "pg-symlinks.json"), "utf8")) as { target: string }[];
  return link?.target ?? "";
}
