// The product under a fault: real web and worker processes on a database of their own, the ledger as a process that
// keeps its own books, and a client that knows only what an agent knows.
import { join } from "node:path";
import pg from "pg";
import { bundleProcesses, processArgs } from "@/scripts/launch/bundle";
import { createTestDatabase } from "@/tests/support/database";
import { makeTempDir } from "@/tests/support/temp-dir";
import { loadTestRun } from "@/tests/support/test-run";
import { WEB_PROCESS } from "@/tests/support/web-process";
import { type Child, startChild } from "./child";
import { type Call, makeClient } from "./client";
import { contractOf, TOOLS } from "./contracts";

const WORKER = "workers/main.ts";
const ENTRIES = { web: WEB_PROCESS, worker: WORKER };
const LEDGER = "demo/ledger/main.ts";
const LEDGER_TOKEN = "ledger-token-for-faults";

export type Role = "web" | "worker";

/** The product as one of its releases, on one of the Nodes that it runs on. */
export interface Release {
  /** A plugin of the bundler that makes it; absent: these sources. */
  plugin?: string;
  node: string;
}

export interface SiteOptions {
  seed: number;
  webs?: number;
  workers?: number;
  redisUrl?: string;
  /** A migrated and seeded database elsewhere, with who may call it. */
  database?: { url: string; agentKey: string; operatorToken: string };
  env?: Record<string, string>;
  /** What only these processes are told. */
  roleEnv?: (role: Role, n: number) => Record<string, string>;
  /** Asked at every start of a process: which crash point it is to die at. */
  arm?: (role: Role, n: number) => string | null;
  contracts?: Record<string, unknown>[];
  /** Where the ledger listens, if not on loopback. */
  ledgerHost?: string;
  /** What a process is put behind: another namespace, a limit. */
  enter?: (role: Role, n: number) => string[];
  /** Absent: these sources, on the Node at hand. */
  release?: Release;
}

export interface LedgerEffect {
  id: string;
  route: string;
  key: string | null;
  at: string;
  body: Record<string, unknown>;
}

export interface Site {
  webs: Child[];
  workers: Child[];
  ledgerUrl: string;
  databaseUrl: string;
  asAgent: Call;
  /** For who calls by other means. */
  agentHeaders: Record<string, string>;
  asOperator: Call;
  env: Record<string, string>;
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  effects(): Promise<LedgerEffect[]>;
  setFault(fault: Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
  /** One more beside the others, of another release. */
  startAnother(role: Role, release: Release): Promise<Child>;
  /** Why calls had no answer, and how often. */
  noAnswers: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const bundled = new Map<string, Promise<string>>();

function bundle({ plugin }: Partial<Release> = {}): Promise<string> {
  const made =
    bundled.get(plugin ?? "") ??
    bundleProcesses([WEB_PROCESS, WORKER, LEDGER], {
      crashPoints: true,
      ...(plugin === undefined ? {} : { release: plugin }),
    });
  bundled.set(plugin ?? "", made);
  return made;
}

export async function openSite(options: SiteOptions): Promise<Site> {
  const { release = { node: process.execPath } } = options;
  const processes = await bundle(release);
  const { demo } = loadTestRun();
  const directory = makeTempDir("faults");
  const own = options.database === undefined ? await createTestDatabase({ source: demo.template }) : null;
  const databaseUrl = options.database?.url ?? own?.url ?? "";
  const { agentKey, operatorToken } = options.database ?? demo.credentials;
  const ledger = startLedgerProcess(processes, directory.path, options);
  await ledger.untilReady();
  const ledgerUrl = ledger.url() ?? "";
  const env = {
    DATABASE_URL: databaseUrl,
    ...(options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl }),
    INTERLOCK_HOME: directory.path,
    INTERLOCK_KEY: "k".repeat(44),
    INTERLOCK_EGRESS: options.ledgerHost === undefined ? ledgerUrl : `private:${ledgerUrl}`,
    INTERLOCK_CONFIG_LEDGER_URL: ledgerUrl,
    INTERLOCK_SECRET_LEDGER_TOKEN: LEDGER_TOKEN,
    INTERLOCK_LOG_LEVEL: "warn",
    ...options.env,
  };
  const counts = { web: 0, worker: 0 };
  const start = (role: Role, files = processes, { node } = release) => {
    const n = counts[role]++;
    return startChild({
      name: `${role} ${n}`,
      logPath: join(directory.path, `${role}-${n}.log`),
      command: () => commandOf(options, [node, ...processArgs(files, ENTRIES[role])], { role, n }, env),
    });
  };
  const webs = Array.from({ length: options.webs ?? 1 }, () => start("web"));
  const workers = Array.from({ length: options.workers ?? 1 }, () => start("worker"));
  await Promise.all([...webs, ...workers].map((child) => child.untilReady()));
  const noAnswers = new Map<string, number>();
  const client = makeClient(nextUrl(webs), (why) => void noAnswers.set(why, (noAnswers.get(why) ?? 0) + 1));
  const asOperator = client.as(operatorToken);
  await publish(asOperator, options.contracts ?? TOOLS.map((tool) => contractOf(tool)));
  const close = async () => {
    await client.close();
    await Promise.all([...webs, ...workers].map((child) => child.stop()));
    await ledger.stop();
    await own?.drop();
    directory.remove();
  };
  return {
    webs,
    workers,
    ledgerUrl,
    databaseUrl,
    env,
    asAgent: client.as(agentKey),
    agentHeaders: { authorization: `Bearer ${agentKey}`, "content-type": "application/json" },
    asOperator,
    ...ask(ledgerUrl, databaseUrl),
    async startAnother(role, other) {
      const child = start(role, await bundle(other), other);
      (role === "web" ? webs : workers).push(child);
      await child.untilReady();
      return child;
    },
    noAnswers,
    close,
  };
}

function commandOf(
  { arm, roleEnv, enter }: SiteOptions,
  command: string[],
  { role, n }: { role: Role; n: number },
  env: Record<string, string>,
): { file: string; args: string[]; env: NodeJS.ProcessEnv } {
  const point = arm?.(role, n) ?? null;
  const armed = point === null ? {} : { INTERLOCK_CRASH_POINT: point };
  const [file = "", ...args] = [...(enter?.(role, n) ?? []), ...command];
  return {
    file,
    args,
    env: { ...process.env, ...env, ...roleEnv?.(role, n), ...armed },
  };
}

function startLedgerProcess(processes: string, directory: string, { seed, ledgerHost }: SiteOptions): Child {
  const host = ledgerHost === undefined ? [] : ["--host", ledgerHost];
  const args = [
    ...processArgs(processes, LEDGER),
    "--data",
    join(directory, "ledger"),
    "--seed",
    String(seed),
    ...host,
  ];
  return startChild({
    name: "ledger",
    logPath: join(directory, "ledger.log"),
    command: () => ({ file: process.execPath, args, env: { ...process.env, LEDGER_TOKEN } }),
  });
}

/** One after the other, those that are up. */
function nextUrl(webs: Child[]): () => string | null {
  let turn = 0;
  return () => {
    const up = webs.flatMap((web) => web.url() ?? []);
    return up[turn++ % Math.max(1, up.length)] ?? null;
  };
}

const PUBLISH_TRIES_MAX = 200;

async function publish(asOperator: Call, contracts: Record<string, unknown>[]): Promise<void> {
  for (const contract of contracts) {
    for (let tries = 1; ; tries += 1) {
      const answer = await asOperator("PUT", `/contracts/${contract["tool"]}`, contract);
      if (answer?.status === 201 || answer?.status === 200) break;
      if ((answer !== null && answer.status < 500) || tries > PUBLISH_TRIES_MAX)
        throw new Error(`could not publish ${contract["tool"]}: ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function ask(ledgerUrl: string, databaseUrl: string): Pick<Site, "query" | "effects" | "setFault" | "clearFaults"> {
  const control = async (path: string, init?: RequestInit) => (await fetch(`${ledgerUrl}${path}`, init)).json();
  return {
    async query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: "interlock fault judge" });
      client.on("error", () => undefined); // the statement that meets it tells
      await client.connect();
      try {
        return (await client.query<T>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    effects: async () => ((await control("/effects")) as { data: LedgerEffect[] }).data,
    setFault: async (fault) => void (await control("/faults", { method: "PUT", body: JSON.stringify(fault) })),
    clearFaults: async () => void (await control("/faults", { method: "DELETE" })),
  };
}
