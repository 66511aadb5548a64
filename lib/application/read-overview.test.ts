import { describe, expect, test } from "vitest";
import type { Database } from "@/lib/store/database";
import { type OverviewFigures, type OverviewRead, TooMuchToReadError } from "@/lib/store/overview/read-overview";
import { makeReadOverview, type OverviewAsked } from "./read-overview";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 17, 20);
const DAY: OverviewAsked = { kind: "last", lengthMs: 24 * HOUR_MS };
const WEEK: OverviewAsked = { kind: "last", lengthMs: 168 * HOUR_MS };

type Reading = { asked: OverviewRead; end: (error?: Error) => void };

/** A store whose reads end when the test says so, and a clock that it sets. */
function stage() {
  const clock = { ms: 0 };
  const readings: Reading[] = [];
  const read = (_db: Database, asked: OverviewRead) =>
    new Promise<OverviewFigures>((resolve, reject) => {
      const figures = { asOfMs: readings.length } as unknown as OverviewFigures;
      readings.push({ asked, end: (error) => (error === undefined ? resolve(figures) : reject(error)) });
    });
  return { clock, readings, readOverview: makeReadOverview({ db: {} as Database }, { now: () => clock.ms, read }) };
}

describe("the same, asked again,", () => {
  test("while it is read, is read once", async () => {
    const { readOverview, readings } = stage();
    const both = Promise.all([readOverview(DAY), readOverview({ ...DAY })]);
    readings[0]?.end();
    const [first, second] = await both;
    expect(first).toBe(second);
    expect(readings).toHaveLength(1);
  });

  test.each([
    ["quickly read, is kept for five seconds", 100, 5_000],
    ["slowly read, is kept for ten times as long as it took", 2_000, 20_000],
    ["very slowly read, is kept for two minutes and no longer", 60_000, 120_000],
  ])("when it was %s", async (_name, tookMs, keptMs) => {
    const { readOverview, readings, clock } = stage();
    const first = readOverview(DAY);
    clock.ms += tookMs;
    readings[0]?.end();
    await first;
    clock.ms += keptMs - 1;
    expect(await readOverview(DAY)).toBe(await first);
    expect(readings).toHaveLength(1);
    clock.ms += 1;
    const again = readOverview(DAY);
    readings[1]?.end();
    expect(await again).not.toBe(await first);
  });

  test("after it failed, is read anew", async () => {
    const { readOverview, readings } = stage();
    const failed = readOverview(DAY);
    readings[0]?.end(new Error("the store is away"));
    await expect(failed).rejects.toThrow("the store is away");
    const again = readOverview(DAY);
    readings[1]?.end();
    expect(await again).toMatchObject({ asOfMs: 1 });
  });

  test("after it was too much, is refused in the same words without being read", async () => {
    const { readOverview, readings, clock } = stage();
    const first = readOverview(DAY);
    clock.ms += 10_000;
    readings[0]?.end(new TooMuchToReadError());
    const refusal = { code: "range_too_long", message: expect.stringContaining("10 seconds") };
    await expect(first).rejects.toMatchObject(refusal);
    clock.ms += 99_999;
    await expect(readOverview(DAY)).rejects.toMatchObject(refusal);
    expect(readings).toHaveLength(1);
    clock.ms += 1;
    readOverview(DAY).catch(() => undefined);
    expect(readings).toHaveLength(2);
  });
});

test("two are read at a time; of many others the last are turned away", async () => {
  const { readOverview, readings } = stage();
  const asked = Array.from({ length: 23 }, (_none, index) =>
    readOverview({ kind: "last", lengthMs: (index + 1) * HOUR_MS }),
  );
  expect(readings).toHaveLength(2);
  await expect(asked.at(-1)).rejects.toMatchObject({ name: "TooManyError" });
  for (let index = 0; index < 22; index += 1) {
    readings[index]?.end();
    await asked[index];
  }
  expect(readings).toHaveLength(22);
});

describe("the time that is read", () => {
  const periodOf = (asked: OverviewAsked) => {
    const { readOverview, readings } = stage();
    readOverview(asked).catch(() => undefined);
    return readings[0]?.asked.periodAt(NOW_MS);
  };

  test("ends now, by the store's clock, unless an end is named", () => {
    expect(periodOf(WEEK)).toMatchObject({ widthMs: 3 * HOUR_MS, toMs: Date.UTC(2026, 10, 17, 21) });
    const fromMs = NOW_MS - 5 * HOUR_MS;
    expect(periodOf({ kind: "between", fromMs, toMs: null })).toMatchObject({ fromMs, toMs: NOW_MS });
    const toMs = NOW_MS - HOUR_MS;
    expect(periodOf({ kind: "between", fromMs: null, toMs })).toMatchObject({ fromMs: toMs - 24 * HOUR_MS, toMs });
  });

  test.each<[string, OverviewAsked, string]>([
    ["begins after its end", { kind: "between", fromMs: NOW_MS + 1, toMs: null }, "/from"],
    ["is longer than a year", { kind: "between", fromMs: 0, toMs: null }, "/from"],
    ["is longer than a year, up to now", { kind: "last", lengthMs: 367 * 24 * HOUR_MS }, "/last"],
  ])("is refused where it %s", (_name, asked, pointer) => {
    expect(() => periodOf(asked)).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }));
  });
});
