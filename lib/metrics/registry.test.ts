import { expect, test } from "vitest";
import type { Sample } from "./readings";
import { makeBoundedTools, makeMetrics, renderTogether } from "./registry";

const lag = (value: number): Sample[] => [{ gauge: "interlock_queue_lag_seconds", labels: {}, value }];
const LAGS = { name: "lags", gauges: ["interlock_queue_lag_seconds" as const] };
const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(name));

test("a process has the metrics of its kind and no others", async () => {
  const [web, worker] = await Promise.all([makeMetrics("web").render(), makeMetrics("worker").render()]);
  expect(web).toContain("# TYPE interlock_submissions_total counter");
  expect(web).not.toContain("interlock_attempts_total");
  expect(worker).toContain("# TYPE interlock_attempts_total counter");
  expect(() => makeMetrics("web").add("interlock_attempts_total", { connector: "http", outcome: "success" })).toThrow(
    "no metric of the web process",
  );
});

test("a gauge of which nothing is known is absent, not 0", async () => {
  expect(linesOf(await makeMetrics("web").render(), "interlock_queue_lag_seconds")).toEqual([]);
});

test("a reading that fails takes back what it said before, and is counted", async () => {
  const metrics = makeMetrics("web");
  let turn = 0;
  const read = () => {
    turn += 1;
    if (turn === 2) throw new Error("away");
    return lag(turn);
  };
  metrics.addReadings([{ ...LAGS, read }]);
  expect(linesOf(await metrics.render(), "interlock_queue_lag_seconds")).toEqual(["interlock_queue_lag_seconds 1"]);
  const failed = await metrics.render();
  expect(linesOf(failed, "interlock_queue_lag_seconds")).toEqual([]);
  expect(failed).toContain('interlock_metrics_read_errors_total{reading="lags"} 1');
  expect(linesOf(await metrics.render(), "interlock_queue_lag_seconds")).toEqual(["interlock_queue_lag_seconds 3"]);
});

test("what is kept is read once, however many ask", async () => {
  const metrics = makeMetrics("web");
  let reads = 0;
  metrics.addReadings([{ ...LAGS, keptMs: 3_600_000, read: async () => lag(++reads) }]);
  await Promise.all([metrics.render(), metrics.render()]);
  expect(linesOf(await metrics.render(), "interlock_queue_lag_seconds")).toEqual(["interlock_queue_lag_seconds 1"]);
});

test("tools beyond the bound share one name", async () => {
  const bounded = makeBoundedTools(2);
  const tools = ["a", "b", "c", "a", "d"].map((tool) => bounded({ connector: "http", tool })["tool"]);
  expect(tools).toEqual(["a", "b", "other", "a", "other"]);

  const metrics = makeMetrics("web");
  const resting = Array.from(
    { length: 60 },
    (_, index): Sample => ({
      gauge: "interlock_resting_downstreams",
      labels: { tool: `tool_${index}` },
      value: 1,
    }),
  );
  metrics.addReadings([{ name: "resting", gauges: ["interlock_resting_downstreams"], read: () => resting }]);
  const text = await metrics.render();
  expect(linesOf(text, "interlock_resting_downstreams")).toHaveLength(51);
  expect(text).toContain('interlock_resting_downstreams{tool="other"} 10');
});

test("processes that share a port are told as one: counts added up, the store's gauges once", async () => {
  const processes = [2, 3].map((count) => {
    const metrics = makeMetrics("web");
    metrics.add("interlock_submissions_total", { disposition: "created" }, count);
    metrics.observe("interlock_flush_size", { flush: "intake" }, count);
    metrics.addReadings([{ ...LAGS, read: () => lag(count) }]);
    return metrics;
  });
  const snapshots = await Promise.all(processes.map((metrics) => metrics.snapshot()));
  // As they come from another process.
  const text = await renderTogether(JSON.parse(JSON.stringify(snapshots)));
  expect(text).toContain('interlock_submissions_total{disposition="created"} 5');
  expect(text).toContain('interlock_flush_size_count{flush="intake"} 2');
  expect(text).toContain('interlock_flush_size_bucket{le="2",flush="intake"} 1');
  expect(text).toContain("interlock_queue_lag_seconds 3");
});
