import { expect, test } from "vitest";
import type { Backend } from "../execute/cells";
import type { Figures, Kind } from "./measure";
import { makeRatios } from "./report";

function figures(backend: Backend, kind: Kind, perSecond: number, worker: number): Figures {
  const cpuUs = { web: null, worker, postgres: 1, redis: null, downstream: 1, load: null };
  const spent = { transactions: 1, walBytes: 1, diskBytes: 1, idleShare: 0, cpuUs };
  return { backend, kind, perSecond, effectCount: 1, errors: [], ...spent };
}

test("a backlog is held against the bare protocol on its own backend, and its worker against the goal", () => {
  const all = [
    figures("redis", "bare", 4_000, 90),
    figures("redis", "intent", 1_000, 200),
    figures("embedded", "intent", 1_000, 140),
  ];
  expect(makeRatios(all).map(({ name, value, goal }) => [name, value, goal?.verdict])).toEqual([
    ["embedded: CPU µs of the worker", 140, "aim met"],
    ["redis: CPU µs of the worker", 200, "reached"],
    ["redis: intents/s / the bare protocol", 0.25, undefined],
  ]);
});
