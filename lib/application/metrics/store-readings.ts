/**
 * What metrics read from the store and from its connections. One more gauge is a row of `lib/metrics/table`, a question in
 * `lib/store/metrics-read`, and a reading here.
 */
import type { Reading, Sample } from "@/lib/metrics/readings";
import type { GaugeName } from "@/lib/metrics/table";
import type { Database } from "@/lib/store/database";
import {
  type Ages,
  readLags,
  readLiveIntents,
  readProjectionLag,
  readRestingTools,
  readUnsealed,
} from "@/lib/store/metrics-read";

/** Many may scrape; the store is asked so often at most. */
const KEPT_MS = 5_000;

export function storeReadings(db: Database): Reading[] {
  return [intents(db), lags(db), resting(db), seals(db), projection(db), pools(db)];
}

function intents(db: Database): Reading {
  const gauges: GaugeName[] = ["interlock_intents", "interlock_held_age_seconds", "interlock_in_doubt_age_seconds"];
  const read = async (): Promise<Sample[]> => {
    const { held, inDoubt, cleared, executing } = await readLiveIntents(db);
    const counts = { held: held.count, cleared, executing, in_doubt: inDoubt.count };
    return [
      ...Object.entries(counts).map(
        ([state, value]): Sample => ({ gauge: "interlock_intents", labels: { state }, value }),
      ),
      ...agesOf("interlock_held_age_seconds", held),
      ...agesOf("interlock_in_doubt_age_seconds", inDoubt),
    ];
  };
  return { name: "intents", gauges, keptMs: KEPT_MS, read };
}

/** Where nothing waits there is no age. */
function agesOf(gauge: "interlock_held_age_seconds" | "interlock_in_doubt_age_seconds", ages: Ages): Sample[] {
  const { oldestSeconds, medianSeconds } = ages;
  if (oldestSeconds === null || medianSeconds === null) return [];
  return [
    { gauge, labels: { stat: "oldest" }, value: oldestSeconds },
    { gauge, labels: { stat: "p50" }, value: medianSeconds },
  ];
}

function lags(db: Database): Reading {
  const read = async (): Promise<Sample[]> => {
    const { queueSeconds, sweeperSeconds } = await readLags(db);
    return [
      { gauge: "interlock_queue_lag_seconds", labels: {}, value: queueSeconds },
      { gauge: "interlock_sweeper_lag_seconds", labels: {}, value: sweeperSeconds },
    ];
  };
  return {
    name: "lags",
    gauges: ["interlock_queue_lag_seconds", "interlock_sweeper_lag_seconds"],
    keptMs: KEPT_MS,
    read,
  };
}

function resting(db: Database): Reading {
  const read = async () =>
    (await readRestingTools(db)).map(
      ({ tool, origins }): Sample => ({ gauge: "interlock_resting_downstreams", labels: { tool }, value: origins }),
    );
  return { name: "resting", gauges: ["interlock_resting_downstreams"], keptMs: KEPT_MS, read };
}

function seals(db: Database): Reading {
  const read = async (): Promise<Sample[]> => {
    const unsealed = await readUnsealed(db);
    if (unsealed === null) return [];
    return [
      { gauge: "interlock_unsealed_events", labels: {}, value: unsealed.events },
      { gauge: "interlock_unsealed_age_seconds", labels: {}, value: unsealed.oldestSeconds },
    ];
  };
  return {
    name: "seals",
    gauges: ["interlock_unsealed_events", "interlock_unsealed_age_seconds"],
    keptMs: KEPT_MS,
    read,
  };
}

function projection(db: Database): Reading {
  const read = async (): Promise<Sample[]> => {
    const { changes, seconds } = await readProjectionLag(db);
    return [
      { gauge: "interlock_projection_lag_seconds", labels: {}, value: seconds },
      { gauge: "interlock_projection_lag_rows", labels: {}, value: changes },
    ];
  };
  return {
    name: "projection",
    gauges: ["interlock_projection_lag_seconds", "interlock_projection_lag_rows"],
    keptMs: KEPT_MS,
    read,
  };
}

function pools(db: Database): Reading {
  const gauges: GaugeName[] = [
    "interlock_pool_connections",
    "interlock_pool_connections_max",
    "interlock_pool_waiting",
  ];
  const read = () =>
    db.poolUse().flatMap(({ pool, open, idle, max, waiting }): Sample[] => [
      { gauge: "interlock_pool_connections", labels: { pool, state: "open" }, value: open },
      { gauge: "interlock_pool_connections", labels: { pool, state: "idle" }, value: idle },
      { gauge: "interlock_pool_connections_max", labels: { pool }, value: max },
      { gauge: "interlock_pool_waiting", labels: { pool }, value: waiting },
    ]);
  return { name: "pools", gauges, read };
}
