/**
 * Counts time as leases do: no person can set it, and it goes on while the machine sleeps. Node's own monotonic clock stands
 * still then, and an attempt that slept through its lease would look as if it had just begun.
 *
 * The time since boot counts the sleep, but reading it is a system call on a file. So it is read only when there may have
 * been a sleep, and what was slept is added to the monotonic clock in between:
 *
 * C1  A sleep moves the wall clock against the monotonic one, so the first reading after it looks again.
 * C2  A wall clock that is set makes it look again, and changes nothing else.
 * C3  Where the wall clock hides a sleep (it was set back by as much), it is seen a second after the last look.
 */
import { uptime } from "node:os";

export type ClockSources = { monotonicMs: () => number; uptimeMs: () => number; wallMs: () => number };

/** Some systems tell the time since boot in whole seconds only. */
const UPTIME_GRAIN_MS = 1_000;
/** C3 */
const LOOK_INTERVAL_MS = 1_000;
/** A wall clock that is slewed moves by half a millisecond a second. */
const WALL_SHIFT_MS = 100;

const OF_THIS_MACHINE: ClockSources = {
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
  wallMs: () => Date.now(),
};

export function makeSteadyClock({ monotonicMs, uptimeMs, wallMs }: ClockSources = OF_THIS_MACHINE): () => number {
  const asleepBeforeMs = uptimeMs() - monotonicMs();
  let sleptMs = 0;
  let lookedAtMs = monotonicMs();
  let wallAheadMs = wallMs() - lookedAtMs;
  return () => {
    const nowMs = monotonicMs();
    const aheadMs = wallMs() - nowMs;
    if (Math.abs(aheadMs - wallAheadMs) >= WALL_SHIFT_MS || nowMs - lookedAtMs >= LOOK_INTERVAL_MS) {
      lookedAtMs = nowMs;
      wallAheadMs = aheadMs;
      sleptMs = Math.max(sleptMs, uptimeMs() - asleepBeforeMs - nowMs - UPTIME_GRAIN_MS);
    }
    return nowMs + sleptMs;
  };
}
