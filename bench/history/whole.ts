/** Everything that a filter finds: what it amounts to, and taking it away. Over HTTP, one reader at a time. */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { IntentTotalsDto } from "@/lib/wire/intent-list";
import type { Child } from "../child";

type Query = Record<string, string>;
type Site = { web: Child; operatorToken: string };

const TOTALS: [string, Query][] = [
  ["no filter", {}],
  ["tool: hot", { tool: "hot_tool" }],
  ["tool: rare", { tool: "rare_tool" }],
  ["state: succeeded", { state: "succeeded" }],
  ["state: failed", { state: "failed" }],
  ["agent: busiest", { agent: "agt_0" }],
  ["operator: busiest", { operator: "opr_0" }],
  ["identity: one in three has it", { identity: "mer_main" }],
  ["amount: wide range", { amountFrom: "10", amountTo: "5000", currency: "USD" }],
  ["tool: hot, amount: wide range", { tool: "hot_tool", amountFrom: "10", amountTo: "5000", currency: "USD" }],
];
const TURNS = 5;
const NAME_WIDTH = 44;

export type Whole = {
  totals: { name: string; count: number; complete: boolean; medianMs: number; slowestMs: number }[];
  export: { rows: number; megabytes: number; seconds: number; peakBeforeMb: number; peakAfterMb: number };
};

export async function measureWhole(site: Site): Promise<Whole> {
  const totals = [];
  for (const [name, query] of TOTALS) totals.push(await measureTotals(site, name, query));
  return { totals, export: await measureExport(site) };
}

async function measureTotals(site: Site, name: string, query: Query) {
  const times: number[] = [];
  let said: IntentTotalsDto | undefined;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const startedAt = performance.now();
    said = (await (await get(site, "totals", query)).json()) as IntentTotalsDto;
    times.push(performance.now() - startedAt);
  }
  const [median = 0, slowest = 0] = [times.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)], Math.max(...times)];
  return { name, count: said?.count ?? 0, complete: said?.complete ?? false, medianMs: median, slowestMs: slowest };
}

async function measureExport(site: Site): Promise<Whole["export"]> {
  const peakBeforeMb = peakMb(site.web);
  const startedAt = performance.now();
  let [rows, bytes] = [-1, 0];
  const { body } = await get(site, "export", {});
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    for (const byte of piece) if (byte === 10) rows += 1;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { rows, megabytes: bytes / 1e6, seconds, peakBeforeMb, peakAfterMb: peakMb(site.web) };
}

async function get({ web, operatorToken }: Site, part: string, query: Query): Promise<Response> {
  const url = `${web.url}/api/v1/intents/${part}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${operatorToken}` } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** The most memory that the process ever had; 0 where the system does not tell. */
function peakMb({ pid }: Child): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

export function wholeLines({ totals, export: taken }: Whole): string[] {
  const { rows, megabytes, seconds, peakBeforeMb, peakAfterMb } = taken;
  return [
    `${"totals".padEnd(NAME_WIDTH)}  counted   p50 ms  slowest`,
    ...totals.map(({ name, count, complete, medianMs, slowestMs }) => {
      const counted = `${count}${complete ? "" : "+"}`.padStart(9);
      return `${name.padEnd(NAME_WIDTH)}${counted}${medianMs.toFixed(0).padStart(9)}${slowestMs.toFixed(0).padStart(9)}`;
    }),
    `export of everything: ${rows} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s); web's peak memory ${peakBeforeMb.toFixed(0)} MB before, ${peakAfterMb.toFixed(0)} MB after`,
  ];
}
