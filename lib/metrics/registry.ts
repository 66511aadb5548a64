/**
 * One process's metrics: what code counts as it happens, and what is read when they are asked for (`readings`).
 *
 * A snapshot is plain data, so that a process may ask others for theirs and tell them as one (`renderTogether`).
 */
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import { makeReadings, type Reading } from "./readings";
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricsProcess,
  metricRows,
} from "./table";

type Labels = Record<string, string>;
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
/** Each is a dozen series. */
const TOOLS_MAX = 50;
const OTHER_TOOL = "other";

export type Metrics = {
  add<N extends CounterName>(name: N, labels: LabelsOf<N>, count?: number): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void;
  /** Read whenever metrics are asked for. */
  addReadings(readings: Reading[]): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** In Prometheus's text format. */
  render(): Promise<string>;
};

export function makeMetrics(process: MetricsProcess): Metrics {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const { name, help, labels, type, of, together = "sum", buckets = [] } of metricRows()) {
    if (!of.includes(process)) continue;
    const aggregator: Aggregator = together;
    const common = { name, help, labelNames: [...labels], registers: [registry], aggregator };
    if (type === "counter") counters.set(name, new Counter(common));
    else if (type === "gauge") gauges.set(name, cleared(new Gauge(common)));
    else histograms.set(name, new Histogram({ ...common, buckets: [...buckets] }));
  }
  const bounded = makeBoundedTools(TOOLS_MAX);
  const gaugeOf = (name: GaugeName) => found(gauges, name, process);
  const add: Metrics["add"] = (name, labels, count = 1) => found(counters, name, process).inc(bounded(labels), count);
  const readings = makeReadings({
    clear: (name) => void cleared(gaugeOf(name)),
    // Added: of tools beyond the bound, each has a share in `other`.
    put: (name, labels, value) => gaugeOf(name).inc(bounded(labels), value),
    failed: (reading) => add("interlock_metrics_read_errors_total", { reading }),
    monotonicMs: () => performance.now(),
  });

  async function snapshot(): Promise<MetricsSnapshot> {
    await readings.refresh();
    return registry.getMetricsAsJSON();
  }

  return {
    add,
    observe: (name, labels, value) => found(histograms, name, process).observe(bounded(labels), value),
    addReadings: readings.add,
    snapshot,
    render: async () => renderTogether([await snapshot()]),
  };
}

/** Counters and histograms are added up; what is the store's is told once. */
export function renderTogether(snapshots: MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(snapshots).metrics();
}

/** M1: an operator who publishes tools without end fills one series, not the scraper's memory. */
export function makeBoundedTools(max: number): (labels: Labels) => Labels {
  const known = new Set<string>();
  return (labels) => {
    const { tool } = labels;
    if (tool === undefined || known.has(tool)) return labels;
    if (known.size >= max) return { ...labels, tool: OTHER_TOOL };
    known.add(tool);
    return labels;
  };
}

/** A gauge without labels would say 0, which is a figure: absent until something is known. */
function cleared(gauge: Gauge): Gauge {
  gauge.reset();
  if ((gauge as unknown as { labelNames: string[] }).labelNames.length === 0) gauge.remove();
  return gauge;
}

function found<M>(metrics: Map<string, M>, name: string, process: MetricsProcess): M {
  const metric = metrics.get(name);
  if (metric === undefined) throw new TypeError(`${name} is no metric of the ${process} process.`);
  return metric;
}
