/** What the worker's port tells, of this worker: whether it is ready, and its metrics to those who may read them. */
import { authenticate } from "@/lib/application/authenticate";
import { bearerOf } from "@/lib/application/credentials";
import type { ProcessMetrics } from "@/lib/application/metrics/open-metrics";
import { requireMetricsReader } from "@/lib/application/metrics/require-metrics-reader";
import type { Reading, Sample } from "@/lib/metrics/readings";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import type { Executor } from "./executor";
import { makeHealth } from "./health";
import type { Loop } from "./loop";
import type { PortServes } from "./port";
import type { StoreGuard } from "./store-guard";

type Deps = {
  db: Database;
  metrics: ProcessMetrics;
  metricsToken: string | null;
  guard: Pick<StoreGuard, "isKnown">;
  executor: Pick<Executor, "underWay">;
  /** `sweeper`, `escalations` and `sealer` must come round for the worker to be ready. */
  loops: Record<"sweeper" | "escalations" | "sealer", Loop> & Record<string, Loop>;
  isStopping: () => boolean;
  onError: (error: unknown) => void;
};

export function makePortServes(deps: Deps): PortServes {
  const { db, metrics, metricsToken, guard, loops, isStopping, onError } = deps;
  metrics.addReadings([workerReading(deps)]);
  const { isReady } = makeHealth({
    askStore: () => databaseNow(db.client),
    isStoreKnown: guard.isKnown,
    loops: [loops.sweeper, loops.escalations, loops.sealer],
    isStopping,
    monotonicMs: () => performance.now(),
    onError,
  });
  return {
    isReady,
    renderMetrics: metrics.render,
    async requireReader(authorization) {
      const bearer = bearerOf(authorization);
      const identify = () => authenticate(db, { bearer, session: null }, new Date());
      await requireMetricsReader(metricsToken, { bearer, identify });
    },
  };
}

function workerReading({ executor, loops }: Deps): Reading {
  const ageOf = ([loop, { ageMs }]: [string, Loop]): Sample => ({
    gauge: "interlock_loop_age_seconds",
    labels: { loop },
    value: ageMs() / 1_000,
  });
  return {
    name: "worker",
    gauges: ["interlock_executions_under_way", "interlock_loop_age_seconds"],
    read: () => [
      { gauge: "interlock_executions_under_way", labels: {}, value: executor.underWay() },
      ...Object.entries(loops).map(ageOf),
    ],
  };
}
