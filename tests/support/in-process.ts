// The product in one process for integration tests: real Postgres, real queue, real HTTP, a real ledger. No Next.
import { join } from "node:path";
import { startLedger } from "@/demo/ledger/server";
import { loadSettings, type Settings } from "@/lib/config/env";
import { type Logger, makeLogger } from "@/lib/config/log";
import { loadSecrets } from "@/lib/config/secrets";
import { type DemoCredentials, seedDemo } from "@/prisma/seed";
import { drain, listen, makeHttpServer } from "@/server/http-server";
import { makeRuntime } from "@/server/runtime";
import { startWorkerRuntime, type WorkerRuntime } from "@/workers/runtime";
import { createTestDatabase } from "./database";
import { makeTempDir } from "./temp-dir";
import { loadTestRun } from "./test-run";

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

export interface Product extends DemoCredentials {
  url: string;
  ledgerUrl: string;
  databaseUrl: string;
  /** What a worker process of this product needs in its environment. */
  env: Record<string, string>;

  submit(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  asOperator(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  asAgent(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  effects(key?: string): Promise<{ id: string; key: string | null; body: Record<string, unknown> }[]>;
  startWorker(): WorkerRuntime;
  close(): Promise<void>;
}

export interface ProductOptions {
  /** A migrated database that the test can take away; by default one of its own on the shared server. */
  databaseUrl?: string;
  redisUrl?: string;
  env?: Record<string, string>;
  worker?: boolean;
  /** Origins that may be called beside the ledger. */
  egress?: string[];
  log?: Logger;
}

const LEDGER_TOKEN = "ledger-token-for-tests";

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { demo } = loadTestRun();
  const database =
    options.databaseUrl === undefined
      ? await createTestDatabase({ source: demo.template })
      : { url: options.databaseUrl, drop: async () => undefined };
  const directory = makeTempDir("product");
  const ledger = await startLedger({ dataDir: join(directory.path, "ledger"), token: LEDGER_TOKEN });
  const env = {
    DATABASE_URL: database.url,
    ...(options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl }),
    INTERLOCK_HOME: directory.path,
    INTERLOCK_ALLOW_UNSAFE_STORE: "1",
    INTERLOCK_KEY: "k".repeat(44),
    INTERLOCK_EGRESS: [ledger.url, ...(options.egress ?? [])].join(","),
    INTERLOCK_CONFIG_LEDGER_URL: ledger.url,
    INTERLOCK_SECRET_LEDGER_TOKEN: LEDGER_TOKEN,
    INTERLOCK_LOG_LEVEL: "silent",
    ...options.env,
  };
  const settings = loadSettings(env);
  const credentials = options.databaseUrl === undefined ? demo.credentials : await seed(settings);
  const log = options.log ?? makeLogger("test", settings.logLevel);
  const runtime = makeRuntime(settings, log);
  const server = makeHttpServer({
    ...runtime,
    pages: async (_request, response) => void response.writeHead(404).end(),
  });
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  const workers: WorkerRuntime[] = [];
  const startWorker = () => {
    const worker = startWorkerRuntime(settings, loadSecrets(env), log);
    workers.push(worker);
    return worker;
  };
  if (options.worker !== false) startWorker();

  const call = (bearer: string) => (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    request(`${url}${path}`, method, bearer, body, headers);
  return {
    ...credentials,
    url,
    ledgerUrl: ledger.url,
    databaseUrl: database.url,
    env,
    submit: (body, headers) => call(credentials.agentKey)("POST", "/api/v1/intents", body, headers),
    asAgent: call(credentials.agentKey),
    asOperator: call(credentials.operatorToken),
    async effects(key) {
      const response = await fetch(`${ledger.url}/effects${key === undefined ? "" : `?key=${key}`}`);
      return ((await response.json()) as { data: { id: string; key: string | null; body: Record<string, unknown> }[] })
        .data;
    },
    startWorker,
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await drain(server);
      await runtime.close();
      await ledger.close();
      directory.remove();
      await database.drop();
    },
  };
}

function seed(settings: Settings): Promise<DemoCredentials> {
  return seedDemo({ ...settings, contractsDir: "contracts", existing: null });
}

async function request(
  url: string,
  method: string,
  bearer: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", connection: "close", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
