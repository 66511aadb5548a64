/**
 * The worker's own port: /health/live, /health/ready, /metrics. It is open before anything else begins, so that a worker
 * that waits for its store can be told from one that hangs; until the worker runs it is live and not ready.
 *
 * Health needs no credential and tells yes or no. Metrics are for the same callers as on web.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { problemAnswer, RequestError } from "@/api/problem";
import { METRICS_TYPE } from "@/lib/metrics/registry";

export type PortServes = {
  isReady: () => Promise<boolean>;
  /** Rejects where the caller may not read metrics. */
  requireReader: (authorization: string | undefined) => Promise<void>;
  renderMetrics: () => Promise<string>;
};

export type WorkerPort = { url: string; serve(what: PortServes): void; close(): Promise<void> };

type Answer = { status: number; type: string; text: string; headers?: Record<string, string> };

/** Scrapers and probes are few; connections beyond these are dropped. */
const CONNECTIONS_MAX = 64;
const REQUEST_MAX_MS = 10_000;
const NO_STORE = { "cache-control": "no-store" };

/** Rejects with the bind error. */
export async function openWorkerPort(port: number, host: string, publicUrl: string): Promise<WorkerPort> {
  let served: PortServes | null = null;
  const server = createServer((request, response) => {
    request.resume();
    void answer(served, request, publicUrl).then((said) => send(request, response, said));
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.headersTimeout = REQUEST_MAX_MS;
  server.requestTimeout = REQUEST_MAX_MS;
  server.listen(port, host);
  await once(server, "listening");
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`,
    serve: (what) => {
      served = what;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(served: PortServes | null, request: IncomingMessage, publicUrl: string): Promise<Answer> {
  try {
    return await route(served, request);
  } catch (error) {
    const { status, headers, body } = problemAnswer(error, publicUrl);
    const { "content-type": type = "", ...rest } = headers;
    return { status, type, text: JSON.stringify(body), headers: rest };
  }
}

async function route(served: PortServes | null, { method, url, headers }: IncomingMessage): Promise<Answer> {
  const path = (url ?? "").split("?", 1)[0];
  if (method === "GET" || method === "HEAD") {
    if (path === "/health/live") return health(200, "live");
    if (path === "/health/ready") {
      const isReady = (await served?.isReady()) ?? false;
      return isReady ? health(200, "ready") : health(503, "not_ready");
    }
    if (path === "/metrics") {
      if (served === null) return health(503, "not_ready");
      await served.requireReader(headers.authorization);
      return { status: 200, type: METRICS_TYPE, text: await served.renderMetrics() };
    }
  }
  const what = "The worker's port answers GET /health/live, /health/ready and /metrics.";
  throw new RequestError(404, "not_found", what, "See docs/metrics.md.");
}

function health(status: number, said: string): Answer {
  return { status, type: "application/json", text: JSON.stringify({ status: said }) };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, text, headers }: Answer): void {
  const length = { "content-type": type, "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...NO_STORE, ...headers, ...length });
  response.end(method === "HEAD" ? undefined : text);
}
