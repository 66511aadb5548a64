/**
 * Tells live screens what to read again. Every change writes an event (L9), so the audit log is the feed: whoever
 * changes something pays nothing for it, and nothing is missed, whichever process wrote it. One look at the log serves
 * everybody who listens to this process; while nobody does, nobody looks.
 */
import { EVERY_TOPIC, type Topic, topicsOf } from "@/lib/domain/topic";
import type { Database } from "@/lib/store/database";
import { readTail, type TailEvent } from "@/lib/store/event-tail";

export const LOOK_INTERVAL_MS = 400;
/** More than this between two looks: everything is to be read again. */
export const EVENTS_MAX = 2_000;
const LISTENERS_MAX = 1_000;

/** `intentIds` null: too many to name. */
export type Change = { topics: Topic[]; intentIds: string[] | null };
export type Listener = {
  /** From now on nothing is missed; what was read before may be old. */
  onStart(): void;
  onChange(change: Change): void;
  /** The feed itself ends. */
  onEnd(): void;
};

export type ChangeFeed = {
  /** Returns how to stop; null: too many listen already. */
  listen(listener: Listener): (() => void) | null;
  /** Something has changed here: look now. */
  nudge(): void;
  close(): void;
};

type FeedDeps = { db: Pick<Database, "client">; idsMax: number; onError: (error: unknown) => void };

export function makeChangeFeed({ db, idsMax, onError }: FeedDeps): ChangeFeed {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  let again = false;
  /** What the last look could see; null: there was none. */
  let seen: string | null = null;

  async function look(): Promise<void> {
    if (listeners.size === 0) return;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      const { events, snapshot } = await readTail(db.client, seen, EVENTS_MAX + 1);
      const change = toChange(events, idsMax);
      // The first look only finds out where the log stands: until then nobody could be told of anything.
      if (seen === null) for (const listener of [...listeners]) listener.onStart();
      if (change !== null) for (const listener of [...listeners]) listener.onChange(change);
      seen = snapshot;
    } catch (error) {
      onError(error);
    } finally {
      looking = false;
      if (again) {
        again = false;
        void look();
      }
    }
  }

  function watch(): void {
    if (listeners.size > 0 && timer === null) {
      // What happened while nobody listened, nobody here has on a screen.
      seen = null;
      void look();
      timer = setInterval(() => void look(), LOOK_INTERVAL_MS);
    }
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }

  return {
    listen(listener) {
      if (listeners.size >= LISTENERS_MAX) return null;
      listeners.add(listener);
      watch();
      if (seen !== null) listener.onStart();
      return () => {
        listeners.delete(listener);
        watch();
      };
    },
    nudge: () => void look(),
    close() {
      const told = [...listeners];
      listeners.clear();
      watch();
      for (const { onEnd } of told) onEnd();
    },
  };
}

/** Null: nothing new. */
function toChange(events: TailEvent[], idsMax: number): Change | null {
  if (events.length === 0) return null;
  if (events.length > EVENTS_MAX) return { topics: [...EVERY_TOPIC], intentIds: null };
  return {
    topics: [...new Set(events.flatMap(({ type, followingTypes }) => [type, ...followingTypes].flatMap(topicsOf)))],
    intentIds: idsOf(events, idsMax),
  };
}

function idsOf(events: TailEvent[], idsMax: number): string[] | null {
  const ids = new Set(events.flatMap(({ intentId }) => intentId ?? []));
  return ids.size > idsMax ? null : [...ids];
}
