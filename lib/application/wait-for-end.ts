/**
 * Waiters: all who wait on an intent are told once it has ended, or is in doubt and the downstream, where it can be
 * asked, has answered for the first time. Announcements wake them at once; one batched look at the store every so often
 * is the safety net for those that were lost.
 */
import type { Database } from "@/lib/store/database";
import { answeredAmong } from "@/lib/store/intents";

export const POLL_INTERVAL_MS = 250;
export const WAITERS_MAX = 20_000;

export type Waiters = {
  /** Resolves when the intent has an answer or the time is over; never rejects. */
  wait(intentId: string, timeoutMs: number): Promise<void>;
  announce(intentIds: string[]): void;
  close(): void;
};

export function makeWaiters(db: Database, onError: (error: unknown) => void): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  let count = 0;
  let polling = false;
  let timer: NodeJS.Timeout | null = null;

  function announce(intentIds: string[]): void {
    for (const id of intentIds) for (const finish of waiting.get(id) ?? []) finish();
  }

  async function poll(): Promise<void> {
    if (polling || waiting.size === 0) return;
    polling = true;
    try {
      announce(await answeredAmong(db.client, [...waiting.keys()]));
    } catch (error) {
      onError(error);
    } finally {
      polling = false;
    }
  }

  function watch(): void {
    if (waiting.size > 0 && timer === null) timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    if (waiting.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }

  function wait(intentId: string, timeoutMs: number): Promise<void> {
    if (timeoutMs <= 0 || count >= WAITERS_MAX) return Promise.resolve();
    return new Promise((resolve) => {
      const finishers = waiting.get(intentId) ?? new Set();
      const deadline = setTimeout(finish, timeoutMs);
      function finish(): void {
        clearTimeout(deadline);
        if (!finishers.delete(finish)) return;
        count -= 1;
        if (finishers.size === 0 && waiting.get(intentId) === finishers) waiting.delete(intentId);
        watch();
        resolve();
      }
      finishers.add(finish);
      waiting.set(intentId, finishers);
      count += 1;
      watch();
    });
  }

  function close(): void {
    for (const finishers of [...waiting.values()]) for (const finish of [...finishers]) finish();
  }

  return { wait, announce, close };
}
