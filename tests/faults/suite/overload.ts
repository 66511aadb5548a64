// F34: five times more than the product can record, for a minute. What is too much is turned away with 429 and a time to
// come back; what is taken stays near the peak, and no process grows without bound.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { readBooks, untilQuiet } from "./books";
import type { Child } from "./child";
import { contractOf } from "./contracts";
import type { Fault } from "./fault";
import { lacking } from "./needs";
import { judge } from "./oracles";
import { openOwnStore } from "./own-store";
import { orderOf, takePulse } from "./pulse";
import type { Site } from "./site";
import { makeSlowSync } from "./slow-sync";

/** A store that is slow enough for one generator on the same machine to ask for five times as much as it records. */
const STORE_MS = 400;
const PEAK_CLIENTS = 256;
const PEAK_MS = 6_000;
const OVERLOAD = 5;
const OVERLOAD_MS = { short: 15_000, full: 60_000 };
const TICK_MS = 20;
/** Time for the queue to fill: what counts comes after. */
const FILL_MS = 5_000;
/** Who is taken keeps one for as long as the longest wait; who is turned away gives it back at once. */
const CONNECTIONS_MAX = 2_000;
const GOODPUT_MIN = 0.8;
const RSS_MAX_BYTES = 1_024 * 1_048_576;
const ANSWER_MAX_MS = 60_000;
const QUIET_MAX_MS = 120_000;

interface Tally {
  /** The connection broke: what any agent sends again. */
  unanswered: Map<string, number>;
  taken: Map<string, number>;
  tooMany: number;
  untold: number;
  other: Map<string, number>;
}

export const overload: Fault = {
  id: "F34",
  title: "five times more than can be recorded",
  cannotRun: () => lacking("gcc"),
  async run({ seed, full }) {
    const slow = makeSlowSync();
    const contracts = [contractOf("pay_both")];
    const { site, close } = await openOwnStore("overload", { env: slow.env }, { seed, contracts });
    try {
      slow.setDelay(STORE_MS);
      await takePulse(site, { clients: PEAK_CLIENTS, forMs: PEAK_MS / 2, name: `${seed}-warm` });
      const peak = await takePulse(site, { clients: PEAK_CLIENTS, forMs: PEAK_MS, name: `${seed}-peak` });
      const watch = watchMemory([...site.webs, ...site.workers]);
      const rate = OVERLOAD * peak.perSecond;
      const forMs = full ? OVERLOAD_MS.full : OVERLOAD_MS.short;
      const { tally, goodput, asked } = await flood(site, { rate, forMs, seed });
      slow.setDelay(0);
      const rssMax = watch.stop();
      const stuck = await untilQuiet(site, QUIET_MAX_MS);
      const books = await readBooks(site);
      const heard = {
        askedCount: asked,
        told: [],
        unanswered: [],
        wrong: [],
        turnedAway: new Map(),
        turnedAwayInARow: 0,
        tookMs: [],
      };
      const verdict = judge(books, heard, stuck);
      const stored = new Set(books.intents.map(({ id }) => id));
      verdict.lost.push(...[...tally.taken.keys(), ...peak.taken].filter((id) => !stored.has(id)));
      if (tally.tooMany === 0) verdict.breaches.push("nothing was turned away: it was no overload");
      if (tally.untold > 0) verdict.breaches.push(`${tally.untold} were turned away without Retry-After`);
      for (const [what, count] of tally.other) verdict.breaches.push(`${count} agents were told ${what}`);
      const share = goodput / peak.perSecond;
      const megabytes = Math.round(rssMax / 1_048_576);
      return {
        id: "F34",
        actions: asked,
        kills: 0,
        verdict,
        missed: [
          ...(share < GOODPUT_MIN ? [`goodput is ${share.toFixed(2)} of the peak`] : []),
          ...[...tally.unanswered].map(([what, times]) => `${times} agents had no answer (${what})`),
          ...(rssMax > RSS_MAX_BYTES ? [`a process grew to ${megabytes} MB`] : []),
        ],
        remarks: `peak ${Math.round(peak.perSecond)}/s, asked ${Math.round((asked / forMs) * 1_000)}/s, goodput ${share.toFixed(2)} of the peak, ${tally.tooMany} × 429, at most ${megabytes} MB`,
      };
    } finally {
      slow.setDelay(0);
      await close();
      slow.remove();
    }
  },
};

interface Flood {
  rate: number;
  forMs: number;
  seed: number;
}

/** At a rate, whatever the answers: nobody waits for an earlier one. */
async function flood({ webs, agentHeaders }: Site, { rate, forMs, seed }: Flood) {
  const url = `${webs[0]?.url()}/api/v1/intents`;
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    headersTimeout: ANSWER_MAX_MS,
    bodyTimeout: ANSWER_MAX_MS,
  });
  const tally: Tally = { taken: new Map(), tooMany: 0, untold: 0, other: new Map(), unanswered: new Map() };
  const startedAt = performance.now();
  const under = new Set<Promise<void>>();
  let asked = 0;
  const ask = async (turn: number) => {
    const body = JSON.stringify(orderOf("pay_both", `${seed}-flood-${turn}`));
    try {
      const answer = await request(url, { method: "POST", dispatcher, headers: agentHeaders, body });
      const said = (await answer.body.json()) as { id?: string; code?: string };
      if (answer.statusCode < 300) tally.taken.set(String(said.id), performance.now() - startedAt);
      else if (answer.statusCode === 429) {
        tally.tooMany += 1;
        if (answer.headers["retry-after"] === undefined) tally.untold += 1;
      } else count(tally.other, `${answer.statusCode} ${said.code}`);
    } catch (error) {
      count(tally.unanswered, (error as { code?: string }).code ?? String(error));
    }
  };
  while (performance.now() - startedAt < forMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate);
    for (; asked < due; asked += 1) {
      const one: Promise<void> = ask(asked).finally(() => under.delete(one));
      under.add(one);
    }
    await delay(TICK_MS);
  }
  const during = [...tally.taken.values()].filter((atMs) => atMs > FILL_MS && atMs <= forMs).length;
  await Promise.all(under);
  await dispatcher.close();
  return { tally, asked, goodput: (during / (forMs - FILL_MS)) * 1_000 };
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function watchMemory(children: Child[]): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const child of children) most = Math.max(most, residentBytes(child.pid()));
  }, 250);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

const PAGE_BYTES = 4_096;
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0; // it has gone
  }
}
