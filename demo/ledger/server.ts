import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerControl, type ControlDeps } from "./control";
import { EffectStore, LedgerFull } from "./effects";
import { type Answer, problem, Rejection, send } from "./exchange";
import { FaultPlan } from "./faults";
import { JournalUnavailable } from "./journal";
import { claimDirectory, releaseDirectory, requireFreeDirectory } from "./owner";
import { makePerform } from "./perform";
import { RequestLog } from "./requests";
import { answerWorld, type WorldDeps } from "./world";

const CONNECTIONS_MAX = 10_000;
/** Longer than any client keeps an idle connection: a reset must be a fault somebody asked for. */
const KEEP_ALIVE_MS = 120_000;
/** How long a closing ledger waits for requests in progress, and then for their answers to leave. */
const CLOSE_GRACE_MS = 2_000;
const LAST_BYTES_MS = 100;

export interface LedgerOptions {
  dataDir: string;
  /** 0, the default: any free port */
  port?: number;
  host?: string;
  /** if set, effect routes need `Authorization: Bearer <token>` */
  token?: string;
  /** decides which requests a fault with a rate below 1 hits */
  seed?: number;
}

export interface Ledger {
  url: string;
  close(): Promise<void>;
}

type Deps = ControlDeps & WorldDeps;

export async function startLedger(options: LedgerOptions): Promise<Ledger> {
  const { dataDir, port = 0, host = "127.0.0.1", token, seed = 1 } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await requireFreeDirectory(dataDir);
  const store = await EffectStore.open(dataDir);
  const requests = await RequestLog.open(dataDir);
  const stop = new AbortController();
  const world = { faults: new FaultPlan(seed), perform: makePerform(store), token, stopping: stop.signal };
  const deps: Deps = { store, requests, ...world, instance: randomUUID() };
  const { server, idle } = makeServer(deps);
  const closeStores = () => Promise.all([store.close(), requests.close()]);
  const url = await listen(server, port, host).catch(async (error) => {
    await closeStores();
    throw error;
  });
  await claimDirectory(dataDir, { url, instance: deps.instance });

  async function shutDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    stop.abort();
    const cutAfter = (ms: number) => setTimeout(() => server.closeAllConnections(), ms);
    const cuts = [cutAfter(CLOSE_GRACE_MS)];
    await idle();
    server.closeIdleConnections();
    cuts.push(cutAfter(LAST_BYTES_MS));
    await closed;
    cuts.forEach(clearTimeout);
    await closeStores();
    await releaseDirectory(dataDir);
  }
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  return { url, close };
}

function makeServer(deps: Deps): { server: Server; idle: () => Promise<unknown> } {
  const running = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
    const work = handle(deps, req, res).finally(() => running.delete(work));
    running.add(work);
  });
  server.maxConnections = CONNECTIONS_MAX;
  return { server, idle: () => Promise.all(running) };
}

async function handle(deps: Deps, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const url = parseUrl(req);
    const control = await answerControl(deps, req, url);
    if (control) send(res, control);
    else await answerWorld(deps, req, res, url);
  } catch (error) {
    const isGone = res.destroyed || req.errored !== null || deps.stopping.aborted;
    if (isGone && !(error instanceof Rejection)) res.destroy();
    else send(res, explain(error));
  }
}

function explain(error: unknown): Answer {
  if (error instanceof Rejection) return problem(error.status, error.code, error.message, error.headers);
  if (error instanceof LedgerFull) return problem(507, "ledger_full", error.message);
  if (error instanceof JournalUnavailable) return problem(500, "journal_unavailable", error.message);
  console.error("ledger: unexpected error", error);
  return problem(500, "internal", "The ledger made a mistake; see its log.");
}

function parseUrl(req: IncomingMessage): URL {
  try {
    return new URL(req.url ?? "/", "http://ledger.invalid");
  } catch {
    throw new Rejection(400, "invalid_url", "The request's address cannot be read.");
  }
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address() as AddressInfo;
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve(`http://${name}:${address.port}`);
    });
  });
}
