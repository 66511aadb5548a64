/** What is measured: both baselines and the product, on each backend, at every number of connections. */
import type { Job, Target } from "../load/job";
import type { Site } from "./site";

export const BACKENDS = ["embedded", "redis"] as const;
export type Backend = (typeof BACKENDS)[number];

export const BACKEND_LABEL: Record<Backend, string> = {
  embedded: "BullMQ on PostgreSQL (the embedded default)",
  redis: "BullMQ on Redis",
};

export const KINDS = ["raw", "bare", "intent"] as const;
export type Kind = (typeof KINDS)[number];

export const LABEL: Record<Kind, string> = {
  raw: "raw BullMQ, add to processed",
  bare: "the bare protocol, POST to succeeded",
  intent: "intents, POST to succeeded",
};

/** A cell's own warm-up, on top of the product's. */
const WARM_UP_MS = 1_000;
const WAIT_SECONDS = 10;

export type Cell = { kind: Kind; connections: number; purpose: "measure" | "profile" };

export function jobFor(site: Site, cell: Cell, seconds: number): Job {
  return {
    target: targetOf(site, cell.kind, `${cell.kind}-${cell.purpose}-${cell.connections}`),
    connections: cell.connections,
    warmUpMs: WARM_UP_MS,
    until: { ms: seconds * 1_000 },
  };
}

export function targetOf(site: Site, kind: Kind, prefix: string): Target {
  if (kind === "raw") {
    const settings = { databaseUrl: site.databaseUrl, redisUrl: site.redis?.url ?? null };
    return { kind: "queue", settings, toldAt: site.rawWorker.url, prefix };
  }
  const url = kind === "intent" ? `${site.web.url}/api/v1/intents` : `${site.bareWeb.url}/`;
  return {
    kind: "http",
    url,
    bearer: site.agentKey,
    waitSeconds: WAIT_SECONDS,
    body: { prefix, distinctCount: null, verdict: "cleared", reworded: false },
    expect: { status: 201, text: '"state":"succeeded"' },
  };
}
