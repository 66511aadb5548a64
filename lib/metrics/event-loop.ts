/**
 * How late timers fire: what keeps the process busy keeps every request and every attempt waiting as long. A histogram,
 * so that it does not matter how often, or by how many, it is asked for.
 */
import type { Metrics } from "./registry";

const INTERVAL_MS = 100;

export function watchEventLoop(metrics: Pick<Metrics, "observe">): { stop(): void } {
  let dueAtMs = performance.now() + INTERVAL_MS;
  const timer = setInterval(() => {
    const atMs = performance.now();
    metrics.observe("interlock_event_loop_lag_seconds", {}, Math.max(0, atMs - dueAtMs) / 1_000);
    dueAtMs = atMs + INTERVAL_MS;
  }, INTERVAL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
