/** One list, asked again and again: by the store's own function, and over HTTP. */
import { performance } from "node:perf_hooks";
import { toListFilter } from "@/api/list-intents";
import type { Database } from "@/lib/store/database";
import { findNamedIntent } from "@/lib/store/history";
import { listIntents } from "@/lib/store/list-intents";
import { IntentListQuery } from "@/lib/wire/intent-list";
import { makeHistogram } from "../load/histogram";
import type { Case } from "./cases";
import type { Sample } from "./samples";

export type Times = { p50Ms: number; p99Ms: number };
export type Figures = { name: string; rows: number; store: Times; http: Times | null };

export type Asked = {
  db: Database;
  webUrl: string;
  operatorToken: string;
  /** Of an agent in the namespace `default`. */
  agentKey: string;
  samples: Sample[];
};

/** Plans, caches and connections are warm after so many. */
const WARM_UP_TURNS = 10;

export async function measureLookUp({ db, webUrl, operatorToken, samples }: Asked): Promise<Figures> {
  const store = await time(samples, async ({ id }) => ((await findNamedIntent(db.client, id)) === null ? 0 : 1));
  const http = await time(samples, ({ id }) => get(`${webUrl}/api/v1/intents/${id}`, operatorToken, () => 1));
  return { name: "baseline: one intent by its id", rows: 1, store: store.times, http: http.times };
}

export async function measureList(asked: Asked, one: Case): Promise<Figures> {
  const { db, webUrl, operatorToken, agentKey, samples } = asked;
  const store = await time(samples, async (sample) => (await listIntents(db.client, storeFilter(one, sample))).length);
  const http =
    one.namespace === "rare"
      ? null
      : await time(samples, (sample) => {
          const url = `${webUrl}/api/v1/intents?${new URLSearchParams(one.query(sample))}`;
          const bearer = one.namespace === undefined ? operatorToken : agentKey;
          return get(url, bearer, (body) => (body as { items: unknown[] }).items.length);
        });
  return { name: one.name, rows: store.rows, store: store.times, http: http?.times ?? null };
}

export function storeFilter(
  { query, namespace = null }: Pick<Case, "query"> & { namespace?: string | null },
  sample: Sample,
) {
  const read = IntentListQuery.parse(query(sample));
  return { ...toListFilter(namespace, read), limit: read.limit + 1 };
}

/** `ask` tells how many rows it got; the most of them is shown. */
async function time(
  samples: Sample[],
  ask: (sample: Sample) => Promise<number>,
): Promise<{ rows: number; times: Times }> {
  for (const sample of samples.slice(0, WARM_UP_TURNS)) await ask(sample);
  const histogram = makeHistogram();
  let rows = 0;
  for (const sample of samples) {
    const startedAt = performance.now();
    rows = Math.max(rows, await ask(sample));
    histogram.add(performance.now() - startedAt);
  }
  return { rows, times: { p50Ms: histogram.percentile(0.5), p99Ms: histogram.percentile(0.99) } };
}

async function get(url: string, bearer: string, count: (body: unknown) => number): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`);
  return count(body);
}
