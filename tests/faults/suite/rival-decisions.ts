// F35: 32 clients approve, deny and undo at once, while the hold runs out. One decision wins, and everybody is told so.
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "@/demo/agent/random";
import { readBooks, untilQuiet } from "./books";
import { CLEARED_MAX, contractOf } from "./contracts";
import type { Fault, FaultRow } from "./fault";
import { judge } from "./oracles";
import { openSite, type Site } from "./site";

const CLIENTS = 32;
const QUIET_MAX_MS = 30_000;
const EXPIRES_MS = 1_500;

interface Won {
  approve: number;
  deny: number;
  undo: number;
}

export const rivalDecisions: Fault = {
  id: "F35",
  title: "approve, deny, expire and undo at once, by 32 clients",
  async run({ seed, full, size }) {
    const policy = [
      { when: `args.amount > ${CLEARED_MAX}.0`, then: "hold", approvals: 1, expiresIn: `${EXPIRES_MS}ms` },
      { then: "clear" },
    ];
    const site = await openSite({ seed, webs: 2, contracts: [contractOf("pay_blind", { policy, undo: "1s" })] });
    try {
      const random = new Random(seed + 1);
      const count = size?.actions ?? (full ? 500 : 25);
      const won = new Map<string, Won>();
      const wrong: string[] = [];
      for (let turn = 0; turn < count; turn += 1) await contest(site, random, `${seed}-${turn}`, won, wrong);
      const stuck = await untilQuiet(site, QUIET_MAX_MS);
      return await toRow(site, count, won, { wrong, stuck });
    } finally {
      await site.close();
    }
  },
};

async function contest(site: Site, random: Random, orderId: string, won: Map<string, Won>, wrong: string[]) {
  const body = { tool: "pay_blind", run: orderId, step: "s", args: { orderId, amount: 5_000 } };
  const answer = await site.asAgent("POST", "/intents", body);
  const { id, argsDigest } = (answer?.body ?? {}) as { id: string; argsDigest: string };
  const counts: Won = { approve: 0, deny: 0, undo: 0 };
  won.set(id, counts);
  // Now and then everybody comes when the hold is about to run out.
  if (random.next() < 0.3) await delay(EXPIRES_MS - random.between(0, 100));
  const clients = Array.from({ length: CLIENTS }, async () => {
    const verb = random.pick(["approve", "deny", "approve", "undo"] as const);
    await delay(random.between(0, 60));
    const said =
      verb === "undo"
        ? await site.asOperator("POST", `/intents/${id}/undo`, {})
        : await site.asOperator("POST", `/intents/${id}/decisions`, { verdict: verb, argsDigest, reason: "contest" });
    if (said === null || said.status >= 500) wrong.push(`${verb} of ${id}: ${JSON.stringify(said)}`);
    else if (said.status < 300) counts[verb] += 1;
  });
  await Promise.all(clients);
}

interface Seen {
  wrong: string[];
  stuck: string[];
}

async function toRow(site: Site, count: number, won: Map<string, Won>, { wrong, stuck }: Seen): Promise<FaultRow> {
  const books = await readBooks(site);
  const heard = {
    askedCount: count,
    told: [],
    unanswered: [],
    wrong,
    turnedAway: new Map(),
    turnedAwayInARow: 0,
    tookMs: [],
  };
  const verdict = judge(books, heard, stuck);
  for (const { id, state, key } of books.intents) {
    const counts = won.get(id);
    if (counts === undefined) continue;
    const { approve, deny, undo } = counts;
    const acted = books.effects.some((effect) => effect.key === key);
    const recorded = (type: string) => books.events.filter((one) => one.intentId === id && one.type === type).length;
    if (approve !== recorded("intent.approve") || deny !== recorded("intent.deny") || undo !== recorded("intent.undo"))
      verdict.breaches.push(`${id}: told ${JSON.stringify(counts)}, the audit says otherwise`);
    if (deny > 1 || approve - undo > 1 || (deny === 1 && state !== "denied") || (acted && approve - undo !== 1))
      verdict.breaches.push(`${id} is ${state} after ${JSON.stringify(counts)}`);
  }
  return { id: "F35", actions: count, kills: 0, verdict, remarks: `${CLIENTS} clients each` };
}
