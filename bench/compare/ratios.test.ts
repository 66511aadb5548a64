import { describe, expect, test } from "vitest";
import type { Figures } from "./measure";
import { makeRatios } from "./ratios";
import { type Kind, NO_CPU, type SystemName } from "./systems";

function figures(of: [SystemName, Kind, number], perSecond: number, p50Ms = 1): Figures {
  const [system, kind, connections] = of;
  const answers = { p50Ms, p99Ms: 1, rightCount: 1, errorCount: 0, errors: [], effectCount: 1 };
  const spent = { transactions: null, walBytes: null, diskBytes: null, idleShare: null, cpuUs: NO_CPU };
  return { system, kind, connections, perSecond, ...answers, ...spent };
}

const shown = (all: Figures[]) => makeRatios(all).map(({ name, value, goal }) => [name, value, goal?.verdict]);

describe("the product against its peers", () => {
  test("what is done is held to the goals of its number of connections", () => {
    const all = (done: number) => [
      figures(["redis", "done", 32], done),
      figures(["dbos", "done", 32], 100),
      figures(["restate-tuned", "done", 32], 100),
    ];
    expect(shown(all(399))).toEqual([
      ["done / DBOS", 3.99, "SHORT"],
      ["done / Restate, tuned", 3.99, "reached"],
    ]);
    expect(shown(all(600)).map(([, , verdict]) => verdict)).toEqual(["aim met", "aim met"]);
  });

  test("alone, waits are compared; a peer that was not measured is left out", () => {
    expect(shown([figures(["redis", "done", 1], 100, 3), figures(["restate", "done", 1], 100, 6)])).toEqual([
      ["p50 of a lone one / Restate", 0.5, undefined],
    ]);
  });

  test("the embedded product stands in where none ran on Redis", () => {
    const peer = figures(["dbos", "start", 32], 100);
    const embedded = figures(["embedded", "start", 32], 200);
    expect(shown([embedded, peer])).toEqual([["start only / DBOS", 2, undefined]]);
    expect(shown([embedded, peer, figures(["redis", "start", 32], 300)])).toEqual([
      ["start only / DBOS", 3, undefined],
    ]);
  });
});
