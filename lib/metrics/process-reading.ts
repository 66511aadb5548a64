/** What Node knows of its own process. */
import type { Reading } from "./readings";
import type { Metrics } from "./registry";

const MICROSECONDS = 1_000_000;

export function processReading(metrics: Pick<Metrics, "add">): Reading {
  let countedSeconds = 0;
  return {
    name: "process",
    gauges: ["interlock_process_resident_bytes", "interlock_process_start_time_seconds"],
    read: () => {
      const { user, system } = process.cpuUsage();
      const cpuSeconds = (user + system) / MICROSECONDS;
      metrics.add("interlock_process_cpu_seconds_total", {}, cpuSeconds - countedSeconds);
      countedSeconds = cpuSeconds;
      return [
        { gauge: "interlock_process_resident_bytes", labels: {}, value: process.memoryUsage.rss() },
        {
          gauge: "interlock_process_start_time_seconds",
          labels: {},
          value: Math.round(performance.timeOrigin / 1_000),
        },
      ];
    },
  };
}
