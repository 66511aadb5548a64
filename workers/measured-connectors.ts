/** Counts attempts by connector and outcome, and how long each connector took. */
import type { Connector, Performed } from "@/lib/connectors/connector";
import type { Connectors } from "@/lib/connectors/registry";
import type { Metrics } from "@/lib/metrics/registry";

type Deps = { metrics: Pick<Metrics, "add" | "observe">; monotonicMs: () => number };

export type MeasuredConnectors = {
  connectors: Connectors;
  /** Counts what no connector answered for: it was not sent, or the worker failed. */
  watch<A extends unknown[]>(perform: (...args: A) => Promise<Performed>): (...args: A) => Promise<Performed>;
};

export function measureConnectors(connectors: Connectors, { metrics, monotonicMs }: Deps): MeasuredConnectors {
  const counted = new WeakSet<Performed>();
  const count = (connector: string, { outcome }: Performed) =>
    metrics.add("interlock_attempts_total", { connector, outcome: outcome.class });

  function measure(name: string, connector: Connector): Connector {
    return {
      close: () => connector.close(),
      async perform(execution) {
        const startedAtMs = monotonicMs();
        const performed = await connector.perform(execution);
        const labels = { connector: name, tool: execution.contract.tool };
        metrics.observe("interlock_downstream_seconds", labels, (monotonicMs() - startedAtMs) / 1_000);
        count(name, performed);
        counted.add(performed);
        return performed;
      },
    };
  }

  return {
    connectors: {
      http: measure("http", connectors.http),
      mcp: measure("mcp", connectors.mcp),
      module: measure("module", connectors.module),
    },
    watch:
      (perform) =>
      async (...args) => {
        const performed = await perform(...args);
        if (!counted.has(performed)) count("none", performed);
        return performed;
      },
  };
}
