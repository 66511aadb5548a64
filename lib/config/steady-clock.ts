/**
 * Counts time as leases do: nobody can set it, and it goes on while the machine sleeps. Node's own monotonic clock stands
 * still then, and an attempt that slept through its lease would look as if it had just begun.
 */
import { uptime } from "node:os";

/** Some systems tell the time since boot in whole seconds only. */
const UPTIME_GRAIN_MS = 1_000;

export function makeSteadyClock(
  monotonicMs: () => number = () => performance.now(),
  uptimeMs: () => number = () => uptime() * 1_000,
): () => number {
  const asleepBefore = uptimeMs() - monotonicMs();
  return () => Math.max(monotonicMs(), uptimeMs() - asleepBefore - UPTIME_GRAIN_MS);
}
