/** What is measured: both baselines and the product, on each backend, at every number of connections. */
import type { Job, Target } from "../load/job";
import { INSERT_TABLE } from "../product-database";
import type { Site } from "./site";

export const BACKENDS = ["embedded", "redis"] as const;
export type Backend = (typeof BACKENDS)[number];

export const BACKEND_LABEL: Record<Backend, string> = {
  embedded: "BullMQ on PostgreSQL (the embedded default)",
  redis: "BullMQ on Redis",
};

export const KINDS = ["insert", "raw", "intent"] as const;
export type Kind = (typeof KINDS)[number];

export const LABEL: Record<Kind, string> = {
  insert: "bare INSERT (one row, one commit)",
  raw: "raw BullMQ, add to processed",
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
  const { databaseUrl, redis } = site;
  switch (kind) {
    case "insert":
      return { kind: "insert", databaseUrl, table: INSERT_TABLE, prefix };
    case "raw": {
      const settings = { databaseUrl, redisUrl: redis?.url ?? null };
      return { kind: "queue", settings, toldAt: site.rawWorker.url, prefix };
    }
    case "intent":
      return {
        kind: "http",
        url: `${site.web.url}/api/v1/intents`,
        bearer: site.agentKey,
        waitSeconds: WAIT_SECONDS,
        body: { prefix, distinctCount: null, verdict: "cleared", reworded: false },
        expect: { status: 201, text: '"state":"succeeded"' },
      };
  }
}
