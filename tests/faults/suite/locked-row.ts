// F19: a session sits on the row of one action, then on its key, and many callers of that action use up connections.
// Whoever asks for another action waits at most twice as long as without it.

import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { digestLock } from "@/lib/store/locks";
import { readBooks, untilQuiet } from "./books";
import type { Fault } from "./fault";
import { judge } from "./oracles";
import { percentile } from "./percentile";
import { orderOf, type Pulse, takePulse } from "./pulse";
import { openSite, type Site } from "./site";

const HELD_MS = { short: 5_000, full: 10_000 };
const CLIENTS = 8;
const CALLERS = 8;
const DECIDERS = 16;
const P99_TIMES_MAX = 2;
const QUIET_MAX_MS = 60_000;
/** Held for a person: the hot row must not be performed and gone before the lock is taken. */
const NEEDS_APPROVAL = 5_000;

export const lockedRow: Fault = {
  id: "F19",
  title: "a lock held on a hot row and on its key, connections used up by its callers",
  async run({ seed, full }) {
    const site = await openSite({ seed });
    const heldMs = full ? HELD_MS.full : HELD_MS.short;
    const wrong: string[] = [];
    const remarks: string[] = [];
    const missed: string[] = [];
    let asked = 0;
    const pulse = async (name: string): Promise<Pulse> => {
      const taken = await takePulse(site, { clients: CLIENTS, forMs: heldMs, name: `${seed}-${name}` });
      asked += taken.taken.length;
      for (const what of taken.turnedAway.keys()) wrong.push(`${name}: an agent of another action was told ${what}`);
      return taken;
    };
    try {
      const order = orderOf("pay_both", `${seed}-hot`, NEEDS_APPROVAL);
      const hot = (await site.asAgent("POST", "/intents", order))?.body ?? {};
      await pulse("warm");
      for (const lock of ["row", "key"] as const) {
        const without = await pulse(`before-${lock}`);
        const release = await hold(site, String(hot["id"]), lock);
        const crowd = startCrowd(site, order, hot);
        const beside = await pulse(`beside-${lock}`);
        await release();
        await crowd.stop();
        const [slow, usual] = [percentile(beside.tookMs, 0.99), percentile(without.tookMs, 0.99)];
        const figure = `${lock}: others' p99 ${Math.round(slow)} ms, ${Math.round(usual)} ms without: ${(slow / usual).toFixed(1)} times`;
        remarks.push(figure);
        if (slow > P99_TIMES_MAX * usual) missed.push(figure);
      }
      const argsDigest = hot["argsDigest"];
      await site.asOperator("POST", `/intents/${hot["id"]}/decisions`, { verdict: "approve", argsDigest });
      const stuck = await untilQuiet(site, QUIET_MAX_MS);
      const books = await readBooks(site);
      const heard = {
        askedCount: asked,
        told: [],
        unanswered: [],
        wrong,
        turnedAway: new Map(),
        turnedAwayInARow: 0,
        tookMs: [],
      };
      return {
        id: "F19",
        actions: asked,
        kills: 0,
        verdict: judge(books, heard, stuck),
        missed,
        remarks: remarks.join(", "),
      };
    } finally {
      await site.close();
    }
  },
};

async function hold({ databaseUrl }: Site, intentId: string, lock: "row" | "key"): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: databaseUrl, application_name: "interlock fault holder" });
  await holder.connect();
  await holder.query("begin");
  if (lock === "row") await holder.query("select id from intents where id = $1 for update", [intentId]);
  else {
    const { rows } = await holder.query<{ stem: string }>(
      "select encode(stem, 'hex') as stem from intents where id = $1",
      [intentId],
    );
    await holder.query("select pg_advisory_xact_lock($1)", [String(digestLock(rows[0]?.stem ?? ""))]);
  }
  return async () => {
    await holder.query("rollback");
    await holder.end();
  };
}

/** They ask for the hot action, and decide about it, again and again. */
function startCrowd({ asAgent, asOperator }: Site, order: unknown, { id, argsDigest }: Record<string, unknown>) {
  let stopped = false;
  const again = async (call: () => Promise<unknown>) => {
    while (!stopped) {
      await call();
      await delay(20);
    }
  };
  // A digest of other args: it is never decided, and waits for the row all the same.
  const decision = { verdict: "deny", argsDigest: `${argsDigest}`.replace(/./g, "0"), reason: "crowd" };
  const members = [
    ...Array.from({ length: CALLERS }, () => again(() => asAgent("POST", "/intents", order))),
    ...Array.from({ length: DECIDERS }, () => again(() => asOperator("POST", `/intents/${id}/decisions`, decision))),
  ];
  return {
    async stop() {
      stopped = true;
      await Promise.all(members);
    },
  };
}
