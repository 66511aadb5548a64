/**
 * Every metric, once: docs/metrics.md says the same, and a test holds one against the other.
 *
 * M1  A label takes its values from a closed set (states, dispositions, codes, connectors, …) or is `tool`, which the
 *     registry bounds. It never holds an id, an argument, a run, an address, or anything else that an agent chooses.
 * M2  What the store knows is the same from every process: such gauges are put together by `max`, never added up.
 */
export type MetricsProcess = "web" | "worker";

type Row = {
  type: "counter" | "gauge" | "histogram";
  help: string;
  labels: readonly string[];
  /** The processes that have it. */
  of: readonly MetricsProcess[];
  /** How several processes of one kind become one figure; absent: added up. */
  together?: "max" | "min";
  /** Upper bounds, of a histogram. */
  buckets?: readonly number[];
};

const WEB = ["web"] as const;
const WORKER = ["worker"] as const;
const BOTH = ["web", "worker"] as const;

/** From a flush on an idle machine to one that waits for locks. */
const FLUSH_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15] as const;
const FLUSH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const;
const DOWNSTREAM_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5] as const;

export const METRICS = {
  interlock_submissions_total: {
    type: "counter",
    help: "Submissions on record that were not refused, by what came of them.",
    labels: ["disposition"],
    of: WEB,
  },
  interlock_submission_refusals_total: {
    type: "counter",
    help: "Submissions that were answered with a problem, by its code; faults of the store and of ours are among them.",
    labels: ["code"],
    of: WEB,
  },
  interlock_duplicates_prevented_total: {
    type: "counter",
    help: "Submissions that caused nothing because of an intent that was there: they joined it, or were refused for it.",
    labels: [],
    of: WEB,
  },
  interlock_intent_transitions_total: {
    type: "counter",
    help: "Intents that came to a state, counted once it was committed.",
    labels: ["state"],
    of: BOTH,
  },
  interlock_flush_size: {
    type: "histogram",
    help: "How many submissions, claims or settlements were written in one transaction.",
    labels: ["flush"],
    of: BOTH,
    buckets: FLUSH_SIZES,
  },
  interlock_flush_seconds: {
    type: "histogram",
    help: "How long such a transaction took, its wait for a connection included.",
    labels: ["flush"],
    of: BOTH,
    buckets: FLUSH_SECONDS,
  },
  interlock_attempts_total: {
    type: "counter",
    help: "Attempts that this worker ran, by outcome and connector; connector none: no connector answered for it.",
    labels: ["connector", "outcome"],
    of: WORKER,
  },
  interlock_downstream_seconds: {
    type: "histogram",
    help: "How long a connector took to perform one attempt.",
    labels: ["connector", "tool"],
    of: WORKER,
    buckets: DOWNSTREAM_SECONDS,
  },
  interlock_executions_under_way: {
    type: "gauge",
    help: "Attempts that this worker runs or settles now.",
    labels: [],
    of: WORKER,
  },
  interlock_loop_age_seconds: {
    type: "gauge",
    help: "Time since a loop of the worker last came to the end of a turn, however the turn ended.",
    labels: ["loop"],
    of: WORKER,
    together: "max",
  },
  interlock_intents: {
    type: "gauge",
    help: "Intents that have not ended, by state; each state is counted up to 100000.",
    labels: ["state"],
    of: BOTH,
    together: "max",
  },
  interlock_held_age_seconds: {
    type: "gauge",
    help: "How long held intents have waited: the oldest, and the median.",
    labels: ["stat"],
    of: BOTH,
    together: "max",
  },
  interlock_in_doubt_age_seconds: {
    type: "gauge",
    help: "How long intents have been in doubt: the oldest, and the median.",
    labels: ["stat"],
    of: BOTH,
    together: "max",
  },
  interlock_queue_lag_seconds: {
    type: "gauge",
    help: "How long the oldest intent that is due, cleared and not paused has waited for a worker; 0: none waits.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_sweeper_lag_seconds: {
    type: "gauge",
    help: "How long ago the oldest lease ran out that no sweeper has ended; 0: there is none.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_due_mended_total: {
    type: "counter",
    help: "Intents of which what is due did not agree with the intent, and was mended: missing, stray or wrong.",
    labels: ["was"],
    of: WORKER,
  },
  interlock_resting_downstreams: {
    type: "gauge",
    help: "Origins of a tool that workers give a rest because they do not answer.",
    labels: ["tool"],
    of: BOTH,
    together: "max",
  },
  interlock_unsealed_events: {
    type: "gauge",
    help: "Audit events that are not sealed yet; counted up to 10000.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_unsealed_age_seconds: {
    type: "gauge",
    help: "Age of the oldest audit event that is not sealed yet; 0: there is none.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_projection_lag_seconds: {
    type: "gauge",
    help: "Age of the oldest change that history does not show yet; 0: it shows all of them.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_projection_lag_rows: {
    type: "gauge",
    help: "Changes that history does not show yet; counted up to 10000.",
    labels: [],
    of: BOTH,
    together: "max",
  },
  interlock_event_loop_lag_seconds: {
    type: "histogram",
    help: "How late timers of the process fire; ten are looked at in a second.",
    labels: [],
    of: BOTH,
    buckets: LAG_SECONDS,
  },
  interlock_pool_connections: {
    type: "gauge",
    help: "Connections to PostgreSQL, by pool: all that are open, and those of them that are idle.",
    labels: ["pool", "state"],
    of: BOTH,
  },
  interlock_pool_connections_max: {
    type: "gauge",
    help: "How many connections a pool may open.",
    labels: ["pool"],
    of: BOTH,
  },
  interlock_pool_waiting: {
    type: "gauge",
    help: "Callers that wait for a connection, by pool.",
    labels: ["pool"],
    of: BOTH,
  },
  interlock_errors_total: {
    type: "counter",
    help: "Errors that the process met and went on from, by the part that met them; the log has each kind every 5 s.",
    labels: ["part"],
    of: BOTH,
  },
  interlock_metrics_read_errors_total: {
    type: "counter",
    help: "Readings for metrics that failed or took too long; their gauges are absent meanwhile.",
    labels: ["reading"],
    of: BOTH,
  },
  interlock_process_cpu_seconds_total: {
    type: "counter",
    help: "CPU time of the process, user and system.",
    labels: [],
    of: BOTH,
  },
  interlock_process_resident_bytes: {
    type: "gauge",
    help: "Resident memory of the process.",
    labels: [],
    of: BOTH,
  },
  interlock_process_start_time_seconds: {
    type: "gauge",
    help: "When the process started, in seconds since 1970.",
    labels: [],
    of: BOTH,
    together: "min",
  },
} as const satisfies Record<string, Row>;

type Table = typeof METRICS;
export type MetricName = keyof Table;
type NamesOf<T extends Row["type"]> = { [N in MetricName]: Table[N]["type"] extends T ? N : never }[MetricName];
export type CounterName = NamesOf<"counter">;
export type GaugeName = NamesOf<"gauge">;
export type HistogramName = NamesOf<"histogram">;
export type LabelsOf<N extends MetricName> = Record<Table[N]["labels"][number], string>;

/** The table, read as rows. */
export function metricRows(): (Row & { name: MetricName })[] {
  return Object.entries<Row>(METRICS).map(([name, row]) => ({ ...row, name: name as MetricName }));
}
