/**
 * Tells other processes what this worker's breaker gives a rest, and hears what operators want tried now.
 *
 * D1  While nothing rests it asks the store nothing.
 * D2  Only the first rest and the answer are on record; each further rest of the same outage changes a row.
 * D3  The breaker never waits for the store: what could not be told is told later, as it is then.
 */
import type { RecordedEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import {
  putResting,
  removeResting,
  removeWorkersResting,
  sawResting,
  takeTryAsked,
} from "@/lib/store/resting-downstreams";
import type { Breaker, BreakerChange, Route } from "./breaker";
import { startLoop } from "./loop";

export type BoardDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  workerId: string;
  monotonicMs: () => number;
  tryNow: Breaker["tryNow"];
  /** After a rest was ended: its intents may be claimed. */
  onTry: () => void;
  onError: (error: unknown) => void;
};

export type RestingBoard = { changed(change: BreakerChange): void; stop(): Promise<void> };

const INTERVAL_MS = 500;
/** Three of them fit into the time after which a worker counts as gone. */
const SAY_INTERVAL_MS = 15_000;

/** What is to be told of a route: how it stands, and what is to be on record about how it came to that. */
type News = { change: BreakerChange; at: number; events: string[] };

export function startRestingBoard(deps: BoardDeps): RestingBoard {
  const { db, workerId, monotonicMs } = deps;
  const news = new Map<string, News>();
  /** Routes that have a row. */
  const told = new Set<string>();
  let saidAt = monotonicMs();

  async function tell(): Promise<void> {
    const taken = new Map(news);
    news.clear();
    try {
      await write(taken);
    } catch (error) {
      for (const [name, one] of taken) news.set(name, joined(one, news.get(name)));
      throw error;
    }
    for (const [name, { change }] of taken) {
      if (change.rest === null) told.delete(name);
      else told.add(name);
    }
  }

  async function write(taken: Map<string, News>): Promise<void> {
    await db.transaction(async (tx) => {
      const events: RecordedEvent[] = [];
      for (const { change, at, events: types } of taken.values()) {
        const { tool, origin, rest } = change;
        const leftMs = rest === null ? 0 : Math.max(0, rest.leftMs - (monotonicMs() - at));
        if (rest === null) await removeResting(tx, workerId, change);
        else await putResting(tx, { worker: workerId, tool, origin, reason: rest.reason, leftMs });
        for (const type of types) events.push(toEvent(workerId, type, change));
      }
      if (events.length > 0) await recordEvents(tx, deps.newId, await databaseNow(tx), events);
    });
  }

  async function listen(): Promise<void> {
    const asked = await takeTryAsked(db.client, workerId);
    for (const route of asked) deps.tryNow(route);
    if (asked.length > 0) deps.onTry();
    if (monotonicMs() - saidAt < SAY_INTERVAL_MS) return;
    saidAt = monotonicMs();
    await sawResting(db.client, workerId);
  }

  async function runOnce(): Promise<number> {
    if (news.size > 0) await tell();
    if (told.size > 0) await listen();
    return 0;
  }

  const loop = startLoop(runOnce, INTERVAL_MS, deps.onError);
  return {
    changed(change) {
      const one = { change, at: monotonicMs(), events: eventsOf(change) };
      const before = news.get(nameOf(change));
      news.set(nameOf(change), before === undefined ? one : joined(before, one));
    },
    async stop() {
      await loop.stop();
      if (told.size > 0) await removeWorkersResting(db.client, workerId).catch(deps.onError);
    },
  };
}

function joined(before: News, after: News | undefined): News {
  return after === undefined ? before : { ...after, events: [...before.events, ...after.events] };
}

/** D2 */
function eventsOf({ rest }: BreakerChange): string[] {
  if (rest === null) return ["downstream.answered"];
  return rest.isNew ? ["downstream.rested"] : [];
}

/** An address is a detail: args may have had a part in it. */
function toEvent(worker: string, type: string, { tool, origin }: Route): RecordedEvent {
  const actor = { kind: "worker", id: worker } as const;
  return { type, actor, namespace: null, intentId: null, subject: tool, data: {}, detail: { origin } };
}

function nameOf({ tool, origin }: Route): string {
  return JSON.stringify([tool, origin]);
}
