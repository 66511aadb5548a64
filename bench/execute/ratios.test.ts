import { describe, expect, test } from "vitest";
import type { Backend, Kind } from "./cells";
import type { Figures } from "./measure";
import { makeGoals, makeRatios, ownCpuUs } from "./ratios";

const NO_CPU = { web: null, worker: null, postgres: null, redis: null, downstream: null, load: null };

function figures(of: [Backend, Kind, number], perSecond: number, more: Partial<Figures> = {}): Figures {
  const [backend, kind, connections] = of;
  const answers = { p50Ms: 1, p99Ms: 1, rightCount: 1, errorCount: 0, errors: [], effectCount: null };
  const spent = { transactions: null, walBytes: null, diskBytes: null, idleShare: null, cpuUs: NO_CPU };
  return { backend, kind, connections, perSecond, ...answers, ...spent, ...more };
}

const verdicts = (entry: Figures) => makeGoals([entry]).map(({ goal }) => goal?.verdict);

describe("goals", () => {
  test.each<[Backend, number, number]>([
    ["redis", 32, 3_000],
    ["redis", 128, 5_000],
    ["embedded", 128, 1_500],
  ])("%s at %i connections is to reach %i a second, and one less is short", (backend, connections, least) => {
    expect(verdicts(figures([backend, "intent", connections], least))).toEqual(["aim met"]);
    expect(verdicts(figures([backend, "intent", connections], least - 1))).toEqual(["SHORT"]);
  });

  test("a lone intent takes at most 4 ms on either backend, and 2.5 ms is aimed for", () => {
    for (const backend of ["embedded", "redis"] as const) {
      const of = (p50Ms: number) => verdicts(figures([backend, "intent", 1], 200, { p50Ms }))[0];
      expect([of(4.01), of(4), of(2.5)]).toEqual(["SHORT", "reached", "aim met"]);
    }
  });

  test("what an intent costs is judged at 128 connections, part by part", () => {
    const cpuUs = { ...NO_CPU, postgres: 161, web: 130, worker: 140 };
    const entry = figures(["redis", "intent", 128], 5_000, { cpuUs, walBytes: 4_500, diskBytes: 3_000 });
    expect(verdicts(entry)).toEqual(["aim met", "SHORT", "reached", "aim met", "reached", "aim met"]);
  });

  test("baselines and other numbers of connections have none", () => {
    expect(verdicts(figures(["embedded", "intent", 32], 1))).toEqual([]);
    expect(verdicts(figures(["redis", "bare", 128], 1))).toEqual([]);
  });
});

describe("ratios", () => {
  test("an intent is compared with the baselines of its own backend and number of connections only", () => {
    const all = [
      figures(["redis", "intent", 32], 300, {
        p50Ms: 4,
        cpuUs: { ...NO_CPU, web: 2, worker: 3, postgres: 4, redis: 1 },
      }),
      figures(["redis", "bare", 32], 600, { p50Ms: 2, cpuUs: { ...NO_CPU, web: 1, worker: 1, postgres: 3 } }),
      figures(["redis", "raw", 32], 1_000),
      figures(["embedded", "bare", 32], 1),
      figures(["redis", "bare", 128], 1),
    ];
    expect(makeRatios(all).map(({ name, value }) => [name, value])).toEqual([
      ["redis: intents / the bare protocol", 0.5],
      ["redis: p50 of an intent / the bare protocol", 2],
      ["redis: CPU of an intent / the bare protocol", 2],
      ["redis: intents / raw BullMQ", 0.3],
    ]);
  });

  test("CPU that could not be read in one part is no sum", () => {
    expect(ownCpuUs({ cpuUs: { ...NO_CPU, web: 1, worker: 1 } })).toBeNull();
  });
});
