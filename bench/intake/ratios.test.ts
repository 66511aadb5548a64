import { describe, expect, test } from "vitest";
import type { Kind } from "./cells";
import type { Figures } from "./measure";
import { makeRatios } from "./ratios";

function figures(kind: Kind, connections: number, perSecond: number): Figures {
  const cpuUs = { server: null, postgres: null, load: null };
  const p50Ms = 1_000 / perSecond;
  return { kind, connections, perSecond, p50Ms, p99Ms: 1, errorCount: 0, errors: [], transactions: null, cpuUs };
}

const met = (all: Figures[]) =>
  makeRatios(all).flatMap(({ name, aim }) => (aim === null ? [] : [[name, aim.met] as const]));

describe("aims", () => {
  test("an aim that is just reached is met, one that is just missed is not", () => {
    const crowd = (fresh: number, replayed: number) => [
      figures("insert", 32, 1_000),
      figures("new", 32, fresh),
      figures("replayed", 32, replayed),
    ];
    expect(met(crowd(500, 500)).map(([, isMet]) => isMet)).toEqual([true, true]);
    expect(met(crowd(499, 498)).map(([, isMet]) => isMet)).toEqual([false, false]);
    expect(met([figures("insert", 1, 400), figures("new", 1, 100)])).toEqual([
      ["p50 of a lone new intent / lone INSERT", true],
    ]);
    expect(met([figures("insert", 1, 401), figures("new", 1, 100)])[0]?.[1]).toBe(false);
  });

  test("a ratio without both of its sides is left out, and only 32 connections have an aim for rates", () => {
    expect(makeRatios([figures("new", 32, 500)])).toEqual([]);
    expect(met([figures("insert", 128, 1_000), figures("new", 128, 1)])).toEqual([]);
  });
});
