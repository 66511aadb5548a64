/**
 * The database's clock alone says what time it is, and it may be set wrong, or right again. Between two jumps it ran
 * steadily; an instant on record belongs to one of those stretches, and sometimes it cannot be told to which. Each window
 * errs to the safe side (decision 033):
 *
 * J1  A key's window never ends earlier than its length in steady time.
 * J2  A downstream's window ends as soon as it is over by the clock or by steady time, whichever is first.
 * J3  A lease, and the time after which an absence is one for good, last at least as long as they should in steady time.
 */
import { hasEnded, type Intent, type Terms } from "./intent";

/** What the clock showed before and after. In the order in which they happened. */
export type ClockJump = { beforeAt: number; afterAt: number };

/** What the database's clock and a process's steady one showed at the same moment. */
export type ClockReading = { at: number; steadyMs: number };

/** Smaller differences are how long an answer took, or a clock that is being slewed. */
export const CLOCK_JUMP_LEAST_MS = 60_000;

export function jumpBetween(last: ClockReading, { at, steadyMs }: ClockReading): ClockJump | null {
  const jumpMs = at - last.at - (steadyMs - last.steadyMs);
  return Math.abs(jumpMs) < CLOCK_JUMP_LEAST_MS ? null : { beforeAt: at - jumpMs, afterAt: at };
}

/**
 * What of a jump is not on record yet; null: all of it is. Every process sees the same jump, some a moment later, one
 * that had nothing to do hours later. `fresh`: on record since this process last looked, oldest first; the first of
 * them may have happened before that.
 */
export function untoldOf({ beforeAt, afterAt }: ClockJump, fresh: readonly ClockJump[]): ClockJump | null {
  const jumpMs = afterAt - beforeAt;
  const sums = fresh.map((_, index) => sumMs(fresh.slice(index)));
  if (sums.some((sum) => Math.abs(jumpMs - sum) < CLOCK_JUMP_LEAST_MS)) return null;
  return { beforeAt: beforeAt + (sums[0] ?? 0), afterAt };
}

function sumMs(jumps: readonly ClockJump[]): number {
  return jumps.reduce((sum, { beforeAt, afterAt }) => sum + afterAt - beforeAt, 0);
}

export type JumpedSince = {
  /** The clock may have run ahead of steady time by so much since. */
  forwardMs: number;
  /** Or behind it. */
  backMs: number;
};

export function jumpedSince(jumps: readonly ClockJump[], since: number): JumpedSince {
  const sums = jumps.flatMap((jump, index) => {
    const startedAt = jumps[index - 1]?.afterAt ?? Number.NEGATIVE_INFINITY;
    if (since < startedAt || since > jump.beforeAt) return [];
    return [sumMs(jumps.slice(index))];
  });
  return { forwardMs: Math.max(0, ...sums), backMs: Math.max(0, ...sums.map((sum) => -sum)) };
}

/** Whatever the intent, the clock was never further ahead than this. */
export function mostForwardMs(jumps: readonly ClockJump[]): number {
  const sums = jumps.map((_, index) => sumMs(jumps.slice(index)));
  return Math.max(0, ...sums);
}

/** The terms as they are to be read for this intent on such a clock. */
export function withJumps(intent: Intent, jumps: readonly ClockJump[]): Intent {
  if (jumps.length === 0) return intent;
  const { state, attempts, terms } = intent;
  const windowMs = hasEnded(state) ? terms.windowMs + jumpedSince(jumps, state.endedAt).forwardMs : terms.windowMs; // J1
  const honoursKeyMs = honouredMs(terms, attempts.firstStartedAt, jumps);
  const since = waitsSince(intent);
  const clockAheadMs = since === null ? 0 : jumpedSince(jumps, since).forwardMs; // J3
  return { ...intent, terms: { ...terms, windowMs, honoursKeyMs, clockAheadMs } };
}

function waitsSince({ state, attempts }: Intent): number | null {
  if (state.kind === "executing") return state.startedAt;
  return state.kind === "in_doubt" ? (attempts.lastEndedAt ?? state.since) : null;
}

/** J2 */
function honouredMs(
  { honoursKeyMs }: Terms,
  firstStartedAt: number | null,
  jumps: readonly ClockJump[],
): number | null {
  if (honoursKeyMs === null || firstStartedAt === null) return honoursKeyMs;
  return honoursKeyMs - jumpedSince(jumps, firstStartedAt).backMs;
}
