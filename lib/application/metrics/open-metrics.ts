/** The metrics of one process: counted where things happen, read from the store and from Node when a scraper asks. */
import { watchEventLoop } from "@/lib/metrics/event-loop";
import { processReading } from "@/lib/metrics/process-reading";
import { type Metrics, makeMetrics } from "@/lib/metrics/registry";
import type { MetricsProcess } from "@/lib/metrics/table";
import type { Database } from "@/lib/store/database";
import type { ReachedStates } from "@/lib/store/reached-states";
import { storeReadings } from "./store-readings";

export type ProcessMetrics = Metrics & {
  /** For `openDatabase`. */
  reached(states: ReachedStates): void;
  /** From then on the store is read, too. */
  readStore(db: Database): void;
  close(): void;
};

export function openMetrics(process: MetricsProcess): ProcessMetrics {
  const metrics = makeMetrics(process);
  metrics.addReadings([processReading(metrics)]);
  const eventLoop = watchEventLoop(metrics);
  return {
    ...metrics,
    reached: (states) => {
      for (const [state, count] of states) metrics.add("interlock_intent_transitions_total", { state }, count);
    },
    readStore: (db) => metrics.addReadings(storeReadings(db)),
    close: eventLoop.stop,
  };
}
