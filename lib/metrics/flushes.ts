/** Size and duration of a transaction that carries many; one that found nothing to do, or failed, is no flush. */
import type { Metrics } from "./registry";

export type Flush = "intake" | "claim" | "settle";

export async function measureFlush<T extends { length: number }>(
  metrics: Pick<Metrics, "observe">,
  flush: Flush,
  run: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now();
  const done = await run();
  if (done.length === 0) return done;
  metrics.observe("interlock_flush_size", { flush }, done.length);
  metrics.observe("interlock_flush_seconds", { flush }, (performance.now() - startedAtMs) / 1_000);
  return done;
}
