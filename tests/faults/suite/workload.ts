// One run of the workload under a fault: the agents ask, the operator decides, the fault does its worst, then peace,
// quiet, and the oracles.
import { type Heard, runAgents } from "./agents";
import { type Books, readBooks, untilQuiet } from "./books";
import type { FaultRow } from "./fault";
import { groupBy } from "./group-by";
import { startOperator } from "./operator";
import { judge } from "./oracles";
import type { Action } from "./plan";
import type { Site } from "./site";

export interface WorkloadInput {
  id: string;
  site: Site;
  actions: Action[];
  /** Runs beside the agents; told when they are done. It must leave everything running. */
  disturb: (signal: AbortSignal, answeredCount: () => number) => Promise<unknown>;
  patienceMs?: number;
  agents?: number;
  isEnough?: () => boolean;
  /** More that must be true of this fault. */
  check?: (books: Books, heard: Heard) => string[];
  /** Figures that it did not reach. */
  missed?: (heard: Heard) => string[];
  quietMaxMs?: number;
  remarks?: (heard: Heard) => string;
}

/** Several leases in a row, each lost to another kill, on a machine that is busy with other things. */
export const PATIENCE_MS = 400_000;
/** Lease (4 s and 15 s), two sweeps, the longest back-off, and what a busy machine adds. */
const QUIET_MAX_MS = 60_000;

export async function runWorkload(input: WorkloadInput): Promise<FaultRow> {
  const { id, site, actions, disturb, patienceMs = PATIENCE_MS, quietMaxMs = QUIET_MAX_MS } = input;
  const operator = startOperator(site.asOperator);
  const done = new AbortController();
  let answered = 0;
  const onAnswered = (count: number) => {
    answered = count;
  };
  const disturbing = disturb(done.signal, () => answered);
  const { agents, isEnough } = input;
  const chosen = { ...(agents === undefined ? {} : { agents }), ...(isEnough === undefined ? {} : { isEnough }) };
  const heard = await runAgents({ call: site.asAgent, actions, patienceMs, onAnswered, ...chosen });
  done.abort();
  await disturbing;
  await Promise.all([...site.webs, ...site.workers].map((child) => child.untilReady()));
  const stuck = await untilQuiet(site, quietMaxMs);
  await operator.stop();
  const books = await readBooks(site);
  const verdict = judge(books, heard, stuck);
  verdict.breaches.push(...(input.check?.(books, heard) ?? []));
  const children = [...site.webs, ...site.workers];
  verdict.breaches.push(...children.flatMap((child) => child.crashes()));
  const kills = children.reduce((sum, child) => sum + child.killCount(), 0);
  return {
    id,
    actions: heard.askedCount,
    kills,
    verdict,
    missed: input.missed?.(heard) ?? [],
    remarks: [input.remarks?.(heard), ...failuresOf(books)].join("  ").trim(),
  };
}

/** How the attempts that did not succeed ended: what the fault really met. */
function failuresOf({ attempts }: Books): string[] {
  const failed = attempts.filter(({ outcome }) => outcome !== "success");
  return [...groupBy(failed, ({ failure }) => failure ?? "open")].map(([code, { length }]) => `${length} ${code}`);
}
