/** The load runs, and what everything that took part has used is read at both ends of the measured window. */
import type { Child } from "./child";
import type { Job, Measured } from "./load/job";
import { runJob } from "./load-job";
import { type Meters, type Reading, type Spent, spentBetween, takeReading } from "./meters";

export type Figures<Kind extends string = string, Process extends string = string> = Omit<
  Measured,
  "requestCount" | "elapsedMs"
> &
  Spent<Process> & { kind: Kind; connections: number; perSecond: number };

export async function measureWindow<Process extends string>(
  load: Child,
  job: Job,
  meters: Meters<Process>,
  onMeasured: () => void = () => undefined,
): Promise<Omit<Figures<never, Process>, "kind" | "connections">> {
  const readings: Reading<Process>[] = [];
  const read = () => void readings.push(takeReading(meters));
  const { requestCount, elapsedMs, ...rest } = await runJob(load, job, {
    onMeasuring: read,
    onMeasured() {
      read();
      onMeasured();
    },
  });
  const [before, after] = readings;
  if (before === undefined || after === undefined) throw new Error("The load ended without a measured window.");
  return {
    ...rest,
    perSecond: (requestCount / elapsedMs) * 1_000,
    ...(await spentBetween(before, after, requestCount)),
  };
}
