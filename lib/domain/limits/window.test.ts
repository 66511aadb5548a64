import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWindow, windowStart } from "./window";

const at = (text: string) => Date.parse(text);

describe("the first millisecond that counts", () => {
  test.each([
    ["24h", "2027-03-02T10:00:00.000Z", "2027-03-01T10:00:00.001Z"],
    ["1s", "2027-03-02T10:00:00.000Z", "2027-03-02T09:59:59.001Z"],
    ["day", "2027-03-02T00:00:00.000Z", "2027-03-02T00:00:00.000Z"],
    ["day", "2027-03-02T23:59:59.999Z", "2027-03-02T00:00:00.000Z"],
    ["week", "2027-03-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"], // a Monday
    ["week", "2027-02-28T23:59:59.999Z", "2027-02-22T00:00:00.000Z"], // the Sunday before
    ["week", "2027-01-01T12:00:00.000Z", "2026-12-28T00:00:00.000Z"], // ISO week 53 of 2026
    ["month", "2028-02-29T23:59:59.999Z", "2028-02-01T00:00:00.000Z"],
    ["month", "2028-03-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"],
    ["month", "2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ])("of %s at %s is %s", (window, now, start) => {
    expect(new Date(windowStart(window, at(now))).toISOString()).toBe(new Date(at(start)).toISOString());
  });

  const instant = fc.integer({ min: 0, max: at("2100-01-01T00:00:00Z") });

  test("a week starts on a Monday at midnight UTC and holds the instant", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const start = windowStart("week", now);
        const date = new Date(start);
        expect([date.getUTCDay(), date.toISOString().slice(10)]).toEqual([1, "T00:00:00.000Z"]);
        expect(now - start).toBeGreaterThanOrEqual(0);
        expect(now - start).toBeLessThan(7 * 86_400_000);
      }),
    );
  });

  test("time that passes never brings back what no longer counts", () => {
    fc.assert(
      fc.property(fc.constantFrom("90s", "24h", "day", "week", "month"), instant, fc.nat(), (window, now, later) => {
        expect(windowStart(window, now + later)).toBeGreaterThanOrEqual(windowStart(window, now));
        expect(windowStart(window, now)).toBeLessThanOrEqual(now);
      }),
    );
  });
});

test.each(["", "year", "Day", "1w", "24", "-1h", "1.5h", "4000d"])("%j is no window", (text) => {
  expect(parseWindow(text)).toBeNull();
});
