/**
 * Guessing is slowed per address: after `max` tries in the window, even the right password waits. A try counts from
 * before it is checked, so that tries made at the same time cannot pass the bound together; one that was no guess
 * (right, or never checked) is given back.
 */
import { TooManyError } from "./errors";

export type GuessLimit = { max: number; windowMs: number; trackedMax: number };

export function makeGuessLimit({ max, windowMs, trackedMax }: GuessLimit) {
  /** In the order of their first try: the first of the map is the oldest. */
  const tracked = new Map<string, { count: number; since: number }>();

  function track(address: string, nowMs: number) {
    const known = tracked.get(address);
    if (known !== undefined && nowMs - known.since <= windowMs) return known;
    tracked.delete(address);
    const [oldest] = tracked.keys();
    if (tracked.size >= trackedMax && oldest !== undefined) tracked.delete(oldest);
    const fresh = { count: 0, since: nowMs };
    tracked.set(address, fresh);
    return fresh;
  }

  /** Throws when there are no tries left; returns how to give this one back. */
  return function take(address: string, nowMs: number): () => void {
    const tries = track(address, nowMs);
    if (tries.count >= max) {
      const waitMs = tries.since + windowMs - nowMs;
      throw new TooManyError("Too many failed sign-ins for this address.", Math.max(1, Math.ceil(waitMs / 1_000)));
    }
    tries.count += 1;
    return () => {
      tries.count -= 1;
      if (tries.count === 0 && tracked.get(address) === tries) tracked.delete(address);
    };
  };
}
