/** One port, one origin: /api/* goes straight to the API app, everything else to the pages (DESIGN 9). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type Served = {
  api: Hono;
  pages: Pages;
  /** Takes what it knows how to answer without the router. */
  direct?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** A body that comes this slowly is not waited for; a statement of a million rows is. */
const BODY_MAX_MS = 30_000;
const UPLOAD_MAX_MS = 900_000;
const UPLOADS = /^\/api\/v1\/reconciliations(?:\?|$)/;

export function makeHttpServer({ api, pages, direct }: Served): Server {
  const apiListener = getRequestListener(api.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    // It is stopping: an agent that went on asking here would be cut off in the end (`drain`).
    if (draining.has(server)) response.shouldKeepAlive = false;
    limitBodyTime(request);
    if (direct?.(request, response)) return;
    const isApi = request.url === "/api" || request.url?.startsWith("/api/") || request.url?.startsWith("/api?");
    void (isApi ? apiListener(request, response) : pages(request, response));
  });
  const connections = new Set<Socket>();
  open.set(server, connections);
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  // Longer than the longest `Prefer: wait`, and than what load balancers keep idle connections for.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = UPLOAD_MAX_MS;
  return server;
}

/** Node knows one time for all requests: the longest. Whoever has less is cut off here. */
function limitBodyTime(request: IncomingMessage): void {
  const isUpload = request.method === "POST" && UPLOADS.test(request.url ?? "");
  if (!hasBody(request) || isUpload) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, BODY_MAX_MS);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once("end", clear).once("close", clear);
}

/** Most requests have none and need no clock; a GET may have one. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Connections of each server: one that is handed them, and does not listen, counts none itself. */
const open = new WeakMap<Server, Set<Socket>>();
const draining = new WeakSet<Server>();

export function isDraining(server: Server): boolean {
  return draining.has(server);
}

/** Resolves to the port that was bound; rejects with the bind error (EADDRINUSE and the like). */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

const DRAIN_MAX_MS = 10_000;
const DRAIN_LOOK_MS = 50;

/** Stops accepting, lets requests under way finish within a bound, then cuts what is left. */
export function drain(server: Server): Promise<void> {
  draining.add(server);
  server.close();
  const connections = open.get(server) ?? new Set();
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
    const look = setInterval(() => {
      // A browser keeps its connection after the answer; one that answers now is idle only then.
      server.closeIdleConnections();
      if (connections.size > 0) return;
      clearTimeout(cut);
      clearInterval(look);
      resolve();
    }, DRAIN_LOOK_MS);
  });
}
