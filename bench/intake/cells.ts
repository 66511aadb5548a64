/** What is measured: every kind of request, at every number of connections. */
import type { Job, Target } from "../load/job";
import { INSERT_TABLE } from "../product-database";
import { ENDED, HELD } from "./prepare";
import type { Site } from "./site";

export const KINDS = ["insert", "http", "new", "replayed", "coalesced"] as const;
export type Kind = (typeof KINDS)[number];

export const LABEL: Record<Kind, string> = {
  insert: "bare INSERT (one row, one commit)",
  http: "HTTP with no work",
  new: "new intents",
  replayed: "duplicates of ended intents",
  coalesced: "duplicates of held intents",
};

/** A cell's own warm-up, on top of the preparation, which has run every path of the web process before. */
const WARM_UP_MS = 1_000;

export type Cell = { kind: Kind; connections: number; round: number | "profile" };

export function jobFor(site: Site, cell: Cell, seconds: number): Job {
  return {
    target: targetOf(site, cell),
    connections: cell.connections,
    warmUpMs: WARM_UP_MS,
    until: { ms: seconds * 1_000 },
  };
}

function targetOf(site: Site, { kind, connections, round }: Cell): Target {
  const prefix = `${kind}-${round}-${connections}`;
  const fresh = { prefix, distinctCount: null, verdict: "cleared", reworded: false } as const;
  const http = { kind: "http", url: `${site.web.url}/api/v1/intents`, bearer: site.agentKey } as const;
  const text = (disposition: string) => `"disposition":"${disposition}"`;
  switch (kind) {
    case "insert":
      return { kind: "insert", databaseUrl: site.databaseUrl, table: INSERT_TABLE, prefix };
    case "http":
      return {
        ...http,
        url: `${site.noWork.url}/api/v1/intents`,
        body: fresh,
        expect: { status: 202, text: '"received"' },
      };
    case "new":
      return { ...http, body: fresh, expect: { status: 202, text: text("created") } };
    case "replayed":
      return { ...http, body: { ...ENDED, reworded: true }, expect: { status: 200, text: text("replayed") } };
    case "coalesced":
      return { ...http, body: { ...HELD, reworded: true }, expect: { status: 202, text: text("coalesced") } };
  }
}
