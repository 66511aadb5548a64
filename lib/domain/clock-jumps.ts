/**
 * The database's clock alone says what time it is, and it may be set wrong, or right again. Between two jumps it ran
 * steadily; an instant on record belongs to one of those stretches, and sometimes it cannot be told to which. Each window
 * errs to the safe side (decision 033):
 *
 * J1  A key's window never ends earlier than its length in steady time.
 * J2  A downstream's window ends as soon as it is over by the clock or by steady time, whichever is first.
 */
import { hasEnded, type Intent, type Terms } from "./intent";

/** What the clock showed before and after. In the order in which they happened. */
export type ClockJump = { beforeAt: number; afterAt: number };

/** Smaller differences are how long an answer took, or a clock that is being slewed. */
export const CLOCK_JUMP_LEAST_MS = 60_000;

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
    return [jumps.slice(index).reduce((sum, { beforeAt, afterAt }) => sum + afterAt - beforeAt, 0)];
  });
  return { forwardMs: Math.max(0, ...sums), backMs: Math.max(0, ...sums.map((sum) => -sum)) };
}

/** Whatever the intent, the clock was never further ahead than this. */
export function mostForwardMs(jumps: readonly ClockJump[]): number {
  const sums = jumps.map((_, index) =>
    jumps.slice(index).reduce((sum, { beforeAt, afterAt }) => sum + afterAt - beforeAt, 0),
  );
  return Math.max(0, ...sums);
}

/** The terms as they are to be read for this intent on such a clock. */
export function withJumps(intent: Intent, jumps: readonly ClockJump[]): Intent {
  if (jumps.length === 0) return intent;
  const { state, attempts, terms } = intent;
  const windowMs = hasEnded(state) ? terms.windowMs + jumpedSince(jumps, state.endedAt).forwardMs : terms.windowMs; // J1
  return { ...intent, terms: { ...terms, windowMs, honoursKeyMs: honouredMs(terms, attempts.firstStartedAt, jumps) } };
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
