import { expect, test } from "vitest";
import type { Connector, Execution, Performed } from "@/lib/connectors/connector";
import { makeMetrics } from "@/lib/metrics/registry";
import { measureConnectors } from "./measured-connectors";

const done: Performed = { outcome: { class: "success", effectId: "e", result: null }, exchange: null };
const notSent: Performed = {
  outcome: { class: "not_sent", failure: { code: "paused", message: "paused" } },
  exchange: null,
};
const connector: Connector = { perform: async () => ({ ...done }), close: async () => undefined };

test("an attempt counts once: by the connector that answered for it, or by none", async () => {
  const metrics = makeMetrics("worker");
  let nowMs = 0;
  const { connectors, watch } = measureConnectors(
    { http: connector, mcp: connector, module: connector },
    { metrics, monotonicMs: () => (nowMs += 20) },
  );
  const execution = { contract: { tool: "pay" } } as Execution;
  await watch(() => connectors.http.perform(execution))();
  await watch(() => connectors.mcp.perform(execution))();
  await watch(async () => notSent)();
  const text = await metrics.render();
  expect(text.split("\n").filter((line) => line.startsWith("interlock_attempts_total{"))).toEqual([
    'interlock_attempts_total{connector="http",outcome="success"} 1',
    'interlock_attempts_total{connector="mcp",outcome="success"} 1',
    'interlock_attempts_total{connector="none",outcome="not_sent"} 1',
  ]);
  expect(text).toContain('interlock_downstream_seconds_sum{connector="http",tool="pay"} 0.02');
});
