// What the ledger and our own tables say when everything is quiet, read once for all oracles.
import { setTimeout as delay } from "node:timers/promises";
import { PROBED_TOOLS } from "./contracts";
import type { LedgerEffect, Site } from "./site";

export interface IntentBook {
  id: string;
  tool: string;
  state: string;
  key: string;
  run: string;
  fence: number;
  effectId: string | null;
  args: Record<string, unknown>;
  argsDigest: string;
}
export interface AttemptBook {
  id: string;
  intentId: string;
  fence: number;
  argsDigest: string;
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
  failure: string | null;
}
export interface EventBook {
  id: string;
  intentId: string;
  type: string;
  at: Date;
  data: { from?: string; to?: string; argsDigest?: string; fence?: number };
}
export interface Books {
  effects: LedgerEffect[];
  intents: IntentBook[];
  attempts: AttemptBook[];
  events: EventBook[];
  submissions: Map<string, string>;
}

/** A doubt that a probe can end is not the end. */
const OPEN = `state in ('cleared', 'executing', 'held') or (state = 'in_doubt' and tool = any($1))`;
const POLL_MS = 200;

/** Resolves to what is still open when the time is over: stuck, or none. */
export async function untilQuiet(site: Site, boundMs: number): Promise<string[]> {
  const deadlineAt = performance.now() + boundMs;
  for (;;) {
    const open = await site.query<{ id: string; state: string; run: string }>(
      `select id, state, run from intents where ${OPEN} order by id limit 200`,
      [PROBED_TOOLS],
    );
    if (open.length === 0 || performance.now() > deadlineAt)
      return open
        .filter(({ state }) => state !== "in_doubt")
        .map(({ id, state, run }) => `${id} (order ${run}) is still ${state}`);
    await delay(POLL_MS);
  }
}

export async function readBooks(site: Site): Promise<Books> {
  const intents = await site.query<IntentBook>(
    `select id, tool, state, encode(key, 'hex') as key, run, fence, effect_id as "effectId", args,
       encode(args_digest, 'hex') as "argsDigest" from intents`,
  );
  const attempts = await site.query<AttemptBook>(
    `select id, intent_id as "intentId", fence, args_digest as "argsDigest", started_at as "startedAt",
       ended_at as "endedAt", outcome, failure ->> 'code' as failure from attempts order by intent_id, fence`,
  );
  const events = await site.query<EventBook>(
    `select id, intent_id as "intentId", type, at, data from audit_events where intent_id is not null order by at, id`,
  );
  const submissions = await site.query<{ id: string; intentId: string }>(
    `select id, intent_id as "intentId" from submissions`,
  );
  return {
    effects: await site.effects(),
    intents,
    attempts,
    events,
    submissions: new Map(submissions.map(({ id, intentId }) => [id, intentId])),
  };
}
