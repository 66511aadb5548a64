import { expect, test } from "vitest";
import { makeReadings, type Sample } from "./readings";

function stage(read: () => Promise<Sample[]>) {
  const said = new Map<string, number>();
  const failed: string[] = [];
  const readings = makeReadings({
    clear: (gauge) => void said.delete(gauge),
    put: (gauge, _labels, value) => void said.set(gauge, value),
    failed: (reading) => void failed.push(reading),
    monotonicMs: () => 0,
    waitMaxMs: 10,
  });
  readings.add([{ name: "lags", gauges: ["interlock_queue_lag_seconds"], read }]);
  return { said, failed, refresh: readings.refresh };
}

test("a reading that hangs is not waited for, is counted once, and is not asked again beside itself", async () => {
  let asked = 0;
  let answer: (samples: Sample[]) => void = () => undefined;
  const { said, failed, refresh } = stage(() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await refresh();
  await refresh();
  expect({ asked, failed, said: said.size }).toEqual({ asked: 1, failed: ["lags"], said: 0 });
  answer([{ gauge: "interlock_queue_lag_seconds", labels: {}, value: 7 }]);
  await expect
    .poll(async () => {
      await refresh();
      return asked;
    })
    .toBe(2);
  expect(said.size).toBe(0); // what came too late is not told as new
});
