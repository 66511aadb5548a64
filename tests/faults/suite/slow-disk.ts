// F30: a slow disk under Postgres. What one commit costs is shared by the whole flush: intake keeps at least half the
// pace of bare inserts, at the same delay, with as many clients, in the same run.
import pg from "pg";
import { ledgerContract } from "@/tests/support/ledger-contract";
import { readBooks } from "./books";
import type { Fault } from "./fault";
import { lacking } from "./needs";
import { judge } from "./oracles";
import { openOwnStore } from "./own-store";
import type { Site } from "./site";
import { makeSlowSync } from "./slow-sync";

const DELAYS_MS = [5, 20, 50] as const;
const CLIENTS = 32;
const ROUNDS = 3;
const ROUND_MS = { short: 1_500, full: 10_000 };
const WARM_UP_MS = 3_000;
const PACE_MIN = 0.5;
const TOOL = "pay_slow_disk";
const note = "n".repeat(100);

export const slowDisk: Fault = {
  id: "F30",
  title: "a disk that takes 5 to 50 ms to make a commit durable",
  cannotRun: () => lacking("gcc"),
  async run({ seed, full }) {
    const slow = makeSlowSync();
    const roundMs = full ? ROUND_MS.full : ROUND_MS.short;
    // Nothing is performed: what is measured is what it takes to record.
    const contracts = [ledgerContract(TOOL, { policy: [{ then: "hold" }] })];
    const { site, close } = await openOwnStore("slow-disk", { env: slow.env }, { seed, workers: 0, contracts });
    const acknowledged: string[] = [];
    const wrong: string[] = [];
    const paces: string[] = [];
    const missed: string[] = [];
    try {
      await site.query("create table bare (id text primary key, body jsonb not null)");
      let turn = 0;
      const submit = async () => {
        const orderId = `${seed}-${turn++}`;
        const body = { tool: TOOL, run: orderId, step: "s", args: { orderId, amount: 5, note } };
        const answer = await site.asAgent("POST", "/intents", body);
        if (answer !== null && answer.status < 300) acknowledged.push(String(answer.body["id"]));
        else wrong.push(`${orderId}: ${JSON.stringify(answer)}`);
      };
      // A process that has just started still compiles what it runs.
      await paceOf(submit, WARM_UP_MS);
      for (const delayMs of DELAYS_MS) {
        slow.setDelay(delayMs);
        const ratios: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const bare = await paceOfInserts(site, `${seed}-${delayMs}-${round}`, roundMs);
          ratios.push((await paceOf(submit, roundMs)) / bare);
        }
        const ratio = ratios.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
        paces.push(`${delayMs} ms: ${ratio.toFixed(2)} of a bare insert`);
        if (ratio < PACE_MIN)
          missed.push(`at ${delayMs} ms intake has ${ratio.toFixed(2)} of the pace of bare inserts`);
      }
      slow.setDelay(0);
      const books = await readBooks(site);
      const heard = {
        askedCount: turn,
        told: [],
        unanswered: [],
        wrong,
        turnedAway: new Map(),
        turnedAwayInARow: 0,
        tookMs: [],
      };
      const verdict = judge(books, heard, []);
      const stored = new Set(books.intents.map(({ id }) => id));
      verdict.lost.push(...acknowledged.filter((id) => !stored.has(id)));
      return { id: "F30", actions: turn, kills: 0, verdict, missed, remarks: paces.join(", ") };
    } finally {
      await close();
      slow.remove();
    }
  },
};

/** How often a second, with all clients going on and on. */
async function paceOf(act: (client: number) => Promise<unknown>, forMs: number): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (performance.now() - startedAt < forMs) {
      await act(client);
      count += 1;
    }
  });
  await Promise.all(clients);
  return (count / (performance.now() - startedAt)) * 1_000;
}

async function paceOfInserts({ databaseUrl }: Site, name: string, forMs: number): Promise<number> {
  const sessions = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(sessions.map((session) => session.connect()));
  let turn = 0;
  try {
    return await paceOf(async (client) => {
      const body = JSON.stringify({ tool: TOOL, args: { orderId: name, amount: 5, note } });
      const values = [`${name}-${turn++}`, body];
      await sessions[client]?.query({ name: "bare", text: "insert into bare (id, body) values ($1, $2)", values });
    }, forMs);
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
  }
}
