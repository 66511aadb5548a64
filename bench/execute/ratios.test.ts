import { describe, expect, test } from "vitest";
import type { Backend, Kind } from "./cells";
import type { Figures } from "./measure";
import { makeAims, makeRatios } from "./ratios";

function figures(backend: Backend, kind: Kind, connections: number, perSecond: number, p50Ms = 1): Figures {
  const cpuUs = { web: null, worker: null, postgres: null, redis: null, downstream: null, load: null };
  const rest = { p99Ms: 1, errorCount: 0, errors: [], transactions: null, effectCount: null };
  return { backend, kind, connections, perSecond, p50Ms, cpuUs, ...rest };
}

const met = (entry: Figures) => makeAims([entry]).map(({ aim }) => aim?.met);

describe("aims", () => {
  test.each<[Backend, number, number]>([
    ["redis", 32, 3_000],
    ["redis", 128, 5_000],
    ["embedded", 128, 1_500],
  ])("%s at %i connections is to reach %i a second, and one less is below", (backend, connections, least) => {
    expect(met(figures(backend, "intent", connections, least))).toEqual([true]);
    expect(met(figures(backend, "intent", connections, least - 1))).toEqual([false]);
  });

  test("a lone intent takes at most five milliseconds on either backend", () => {
    for (const backend of ["embedded", "redis"] as const) {
      expect(met(figures(backend, "intent", 1, 200, 5))).toEqual([true]);
      expect(met(figures(backend, "intent", 1, 200, 5.01))).toEqual([false]);
    }
  });

  test("baselines and other numbers of connections have none", () => {
    expect(met(figures("embedded", "intent", 32, 1))).toEqual([]);
    expect(met(figures("redis", "raw", 128, 1))).toEqual([]);
  });
});

describe("ratios", () => {
  test("an intent is compared with the baselines of its own backend and number of connections only", () => {
    const all = [
      figures("redis", "intent", 32, 300, 4),
      figures("redis", "raw", 32, 600, 2),
      figures("embedded", "raw", 32, 1),
      figures("redis", "raw", 128, 1),
    ];
    expect(makeRatios(all).map(({ name, value }) => [name, value])).toEqual([
      ["redis: intents / raw BullMQ", 0.5],
      ["redis: p50 of an intent / raw BullMQ", 2],
    ]);
  });
});
