/**
 * The clock of a hold: it stands still while a pause covers the intent.
 *
 *   since ──runs──┤ paused ├──runs──► at         left = length - what ran
 *
 * C1  What is left never grows, and shrinks exactly by the time outside of pauses; overlapping pauses count once.
 * C2  Reading the clock twice is reading it once: what was read is the start of the next reading.
 * C3  A hold that was over before the pause began stays over.
 */
import type { Hold } from "../intent";
import type { PausedTime } from "./pause";

/** The same hold as seen at `at`, for pauses that cover it. The very same object where none has stopped its clock. */
export function holdClock(hold: Hold, pauses: readonly PausedTime[], at: number): Hold {
  const stoppedMs = pausedMs(pauses, hold.since, at);
  if (stoppedMs === 0) return hold;
  return { ...hold, since: at, expiresAt: hold.expiresAt + stoppedMs };
}

/** When the hold ends if nothing is paused from now on; null: its clock stands still. */
export function effectiveExpiry(hold: Hold, pauses: readonly PausedTime[]): number | null {
  if (pauses.some(({ resumedAt }) => resumedAt === null)) return null;
  // Nothing stops the clock after the last resume: any later instant says the same.
  const lastAt = Math.max(hold.since, ...pauses.map(({ resumedAt }) => resumedAt ?? hold.since));
  return holdClock(hold, pauses, lastAt).expiresAt;
}

/** How long there will be after a resume; null: its clock runs. */
export function stoppedLeftMs(hold: Hold, pauses: readonly PausedTime[]): number | null {
  if (pauses.every(({ resumedAt }) => resumedAt !== null)) return null;
  // Since the last beginning or end of a pause nothing has run: that instant says what any later one would.
  const at = Math.max(hold.since, ...pauses.flatMap(({ pausedAt, resumedAt }) => [pausedAt, resumedAt ?? pausedAt]));
  return Math.max(0, holdClock(hold, pauses, at).expiresAt - at);
}

/** How much of [from, to) lies inside at least one pause. */
export function pausedMs(pauses: readonly PausedTime[], from: number, to: number): number {
  const inside = pauses
    .map(({ pausedAt, resumedAt }) => ({ start: Math.max(pausedAt, from), end: Math.min(resumedAt ?? to, to) }))
    .filter(({ start, end }) => start < end)
    .sort((left, right) => left.start - right.start);
  let totalMs = 0;
  let countedUntil = from;
  for (const { start, end } of inside) {
    totalMs += Math.max(0, end - Math.max(start, countedUntil));
    countedUntil = Math.max(countedUntil, end);
  }
  return totalMs;
}
