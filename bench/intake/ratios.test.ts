import { describe, expect, test } from "vitest";
import type { Kind } from "./cells";
import type { Figures } from "./measure";
import { makeGoals, makeRatios } from "./ratios";

function figures(kind: Kind, connections: number, perSecond: number, more: Partial<Figures> = {}): Figures {
  const cpuUs = { web: null, postgres: null, load: null };
  const spent = { transactions: null, walBytes: null, diskBytes: null, idleShare: null, cpuUs };
  const answers = { p50Ms: 1_000 / perSecond, p99Ms: 1, rightCount: 1, errorCount: 0, errors: [] };
  return { kind, connections, perSecond, ...answers, ...spent, ...more };
}

const verdicts = (all: Figures[]) =>
  makeRatios(all).flatMap(({ name, goal }) => (goal === null ? [] : [[name, goal.verdict] as const]));

describe("intake against insert + outbox", () => {
  test.each([
    [32, 600, 1_000],
    [128, 900, 1_400],
  ])("at %i connections %i of 1,000 are to be reached, %i are aimed for", (connections, reach, aim) => {
    const of = (fresh: number) =>
      verdicts([figures("insert", connections, 1_000), figures("new", connections, fresh)])[0]?.[1];
    expect([of(reach - 1), of(reach), of(aim - 1), of(aim)]).toEqual(["SHORT", "reached", "reached", "aim met"]);
  });

  test("a ratio without both of its sides is left out, and other numbers of connections have no goal", () => {
    expect(makeRatios([figures("new", 32, 500)])).toEqual([]);
    expect(verdicts([figures("insert", 64, 1_000), figures("new", 64, 1)])).toEqual([]);
  });
});

describe("intake with many intents stored", () => {
  test("it is held against the same intake beside it without any, at every number of connections", () => {
    const of = (stored: number) => verdicts([figures("new", 7, 1_000), figures("stored", 7, stored)]);
    expect(of(800)).toEqual([["new intents, many stored / none stored", "aim met"]]);
    expect(of(799)[0]?.[1]).toBe("SHORT");
  });
});

describe("goals of single figures", () => {
  test("CPU and WAL of an intent are judged at 128 connections, duplicates at 32", () => {
    const crowd = { cpuUs: { web: 90, postgres: 61, load: null }, walBytes: 2_000 };
    const all = [figures("new", 128, 1, crowd), figures("new", 32, 1, crowd), figures("replayed", 32, 15_000)];
    expect(makeGoals(all).map(({ name, goal }) => [name, goal?.verdict])).toEqual([
      ["new intents: CPU µs of PostgreSQL", "SHORT"],
      ["new intents: CPU µs of web", "reached"],
      ["new intents: bytes of WAL", "aim met"],
      ["duplicates of ended/s, each recorded", "aim met"],
    ]);
  });
});
