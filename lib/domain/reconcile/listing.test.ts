import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { List } from "../contract/execute";
import type { JsonValue } from "../json";
import { readPage, type Trail, walkOn } from "./listing";
import { dueSlot, EDGE_MARGIN_MS, judgedSpan, scheduledWindow, scheduleOf } from "./window";

const LIST = { method: "GET", url: "x", items: "/data", effectId: "/id", unit: "major" } as List;

describe("a page", () => {
  test("is read by the contract's pointers, and its items are numbered on", () => {
    const list: List = {
      ...LIST,
      key: "/meta/key",
      amount: "/sum",
      currency: "EUR",
      at: "/t",
      target: { "/pay": "/paymentId" },
    };
    const item = { id: 42, meta: { key: "k" }, sum: "5.00", t: 1_700_000_000, pay: "p1" };
    const page = readPage(list, { data: [item, 5, { sum: 1 }] }, 100, 1);
    if (!page.ok) throw new Error(page.why);
    expect(page.rows.map(({ row }) => row)).toMatchObject([
      {
        line: 101,
        effectId: "42",
        key: "k",
        amount: "5",
        currency: "EUR",
        target: { "/paymentId": "p1" },
        fault: null,
      },
      { line: 102, fault: "The item is no object." },
      { line: 103, fault: "Neither an effect id nor a key." },
    ]);
  });

  test("that is not what the contract says fails, and never looks empty", () => {
    for (const body of [{}, { data: null }, { data: {} }, "", null, []] as JsonValue[]) {
      expect(readPage(LIST, body, 0, 1)).toEqual({ ok: false, why: "no_items" });
    }
    const list: List = { ...LIST, next: { cursor: "/next" } };
    for (const next of [{}, [], true, "x".repeat(4_001)]) {
      expect(readPage(list, { data: [], next }, 0, 1)).toEqual({ ok: false, why: "bad_next" });
    }
    for (const next of [null, "", false])
      expect(readPage(list, { data: [], next }, 0, 1)).toMatchObject({ next: null });
    expect(readPage(list, { data: [], next: 7 }, 0, 1)).toMatchObject({ next: "7" });
  });

  test("by number goes on until one is empty", () => {
    const list: List = { ...LIST, next: { page: 1 } };
    expect(readPage(list, { data: [{ id: "a" }] }, 0, 3)).toMatchObject({ next: "4" });
    expect(readPage(list, { data: [] }, 0, 4)).toMatchObject({ next: null });
  });
});

describe("a listing that goes round in circles", () => {
  const steps = (places: string[]) => {
    let trail: Trail | null = null;
    for (const [index, place] of places.entries()) {
      trail = walkOn(trail, place);
      if (trail === null) return index;
    }
    return null;
  };
  test("is noticed, whatever the length of the circle and of the way into it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 40 }), (before, length) => {
        const place = (index: number) => (index < before ? index : before + ((index - before) % length));
        const places = Array.from({ length: 4 * (before + length) + 8 }, (_, index) => String(place(index)));
        expect(steps(places)).not.toBeNull();
      }),
    );
  });
  test("and one that does not is never stopped", () => {
    expect(steps(Array.from({ length: 5_000 }, (_, index) => String(index)))).toBeNull();
  });
});

describe("times", () => {
  test("J2: what may be judged lies inside the window, and before the source was read", () => {
    expect(judgedSpan({ fromMs: 0, toMs: 1_000 }, 800, 100)).toEqual({ fromMs: 100, toMs: 700 });
    expect(judgedSpan({ fromMs: 0, toMs: 1_000 }, 5_000, 100)).toEqual({ fromMs: 100, toMs: 900 });
    expect(judgedSpan({ fromMs: 0, toMs: 150 }, 5_000, 100)).toBeNull();
  });

  test("daily by list where there is one; by probe only where the contract says so", () => {
    const execute = (more: object) => ({ ...more }) as Parameters<typeof scheduleOf>[0]["execute"];
    const day = 86_400_000;
    expect(scheduleOf({ reconcile: undefined, execute: execute({ list: LIST }) })).toEqual({
      by: "list",
      everyMs: day,
    });
    expect(scheduleOf({ reconcile: undefined, execute: execute({ probe: {} }) })).toBeNull();
    expect(scheduleOf({ reconcile: { every: "1h" }, execute: execute({ probe: {} }) })).toEqual({
      by: "probe",
      everyMs: day / 24,
    });
    expect(
      scheduleOf({ reconcile: { every: "24h", by: "probe" }, execute: execute({ list: LIST, probe: {} }) })?.by,
    ).toBe("probe");
    expect(scheduleOf({ reconcile: false, execute: execute({ list: LIST }) })).toBeNull();
  });

  test("one is due once in its time, the first a whole time after the tool was published, and none is caught up on", () => {
    expect([0, 99, 100, 199, 200, 1_050].map((nowMs) => dueSlot(0, 100, nowMs))).toEqual([
      null,
      null,
      100,
      100,
      200,
      1_000,
    ]);
  });

  test("windows overlap, so that what lies across an end of one is inside of another", () => {
    const every = 3_600_000;
    const [first, second] = [scheduledWindow(every, 10 * every), scheduledWindow(every, 11 * every)];
    expect(second.fromMs + EDGE_MARGIN_MS).toBeLessThanOrEqual(first.toMs - every - EDGE_MARGIN_MS);
  });
});
