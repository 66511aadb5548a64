/** What is measured: every kind of request, at every number of connections. */
import type { Job, Target } from "../load/job";
import type { Options } from "./options";
import { ENDED, HELD } from "./prepare";
import type { Product, Site } from "./site";

export type Kind = "insert" | "http" | "new" | "stored" | "replayed" | "coalesced";

export const LABEL: Record<Kind, string> = {
  insert: "insert + outbox (one commit)",
  http: "HTTP with no work",
  new: "new intents",
  stored: "new intents, many stored",
  replayed: "duplicates of ended intents",
  coalesced: "duplicates of held intents",
};

export function kindsFor({ stored }: Pick<Options, "stored">): Kind[] {
  return stored === null ? ["insert", "http", "new", "replayed", "coalesced"] : ["insert", "new", "stored"];
}

/** A cell's own warm-up, on top of the preparation, which has run every path of the web process before. */
const WARM_UP_MS = 1_000;

export type Cell = { kind: Kind; connections: number; round: number | "profile" };

/** The product that a kind is asked of; null for the baselines. */
export function productOf(site: Site, kind: Kind): Product | null {
  if (kind === "insert" || kind === "http") return null;
  if (kind !== "stored") return site;
  if (site.stored === null) throw new Error("There is no database with stored intents.");
  return site.stored;
}

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
  const { web, agentKey } = productOf(site, kind) ?? { web: site.noWork, agentKey: site.agentKey };
  const http = { kind: "http", url: `${web.url}/api/v1/intents`, bearer: agentKey } as const;
  const text = (disposition: string) => `"disposition":"${disposition}"`;
  switch (kind) {
    case "insert":
      return { kind: "insert", databaseUrl: site.databaseUrl, prefix };
    case "http":
      return { ...http, body: fresh, expect: { status: 202, text: '"received"' } };
    case "new":
    case "stored":
      return { ...http, body: fresh, expect: { status: 202, text: text("created") } };
    case "replayed":
      return { ...http, body: { ...ENDED, reworded: true }, expect: { status: 200, text: text("replayed") } };
    case "coalesced":
      return { ...http, body: { ...HELD, reworded: true }, expect: { status: 202, text: text("coalesced") } };
  }
}
