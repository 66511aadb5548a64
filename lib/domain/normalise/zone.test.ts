import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { isZone, makeClock, resolveLocalTime } from "./zone";

vi.setConfig({ testTimeout: 30_000 });

const wallOf = (text: string) => Date.parse(`${text}Z`);

describe("local times", () => {
  test.each([
    ["America/New_York", "2024-03-10T01:59:59.999", "2024-03-10T06:59:59.999Z"],
    ["America/New_York", "2024-03-10T02:00:00.000", "gap"],
    ["America/New_York", "2024-03-10T02:59:59.999", "gap"],
    ["America/New_York", "2024-03-10T03:00:00.000", "2024-03-10T07:00:00.000Z"],
    ["America/New_York", "2024-11-03T00:59:59.999", "2024-11-03T04:59:59.999Z"],
    ["America/New_York", "2024-11-03T01:00:00.000", "overlap"],
    ["America/New_York", "2024-11-03T01:59:59.999", "overlap"],
    ["America/New_York", "2024-11-03T02:00:00.000", "2024-11-03T07:00:00.000Z"],
    ["America/Sao_Paulo", "2018-11-04T00:30:00.000", "gap"],
    ["Australia/Lord_Howe", "2024-04-07T01:45:00.000", "overlap"],
    ["Australia/Lord_Howe", "2024-10-06T02:15:00.000", "gap"],
    ["Pacific/Apia", "2011-12-30T12:00:00.000", "gap"],
    ["Pacific/Kiritimati", "2024-01-01T00:00:00.000", "2023-12-31T10:00:00.000Z"],
    ["Asia/Kathmandu", "2024-01-01T00:00:00.000", "2023-12-31T18:15:00.000Z"],
    ["Europe/Dublin", "2024-10-27T01:30:00.000", "overlap"],
    ["America/New_York", "1883-11-18T12:01:00.000", "overlap"],
    ["America/New_York", "1850-01-01T00:00:00.000", "1850-01-01T04:56:02.000Z"],
    ["Etc/GMT+5", "2024-01-01T00:00:00.000", "2024-01-01T05:00:00.000Z"],
    ["UTC", "0001-01-01T00:00:00.000", "0001-01-01T00:00:00.000Z"],
    // Rules go on after the data ends, to the last year that can be written.
    ["America/New_York", "2500-07-01T12:00:00.000", "2500-07-01T16:00:00.000Z"],
    ["America/New_York", "2500-01-01T12:00:00.000", "2500-01-01T17:00:00.000Z"],
    ["Europe/Paris", "9999-07-01T12:00:00.000", "9999-07-01T10:00:00.000Z"],
    ["Europe/Paris", "9999-12-31T23:59:59.999", "9999-12-31T22:59:59.999Z"],
    ["Australia/Sydney", "2500-01-01T00:00:00.000", "2499-12-31T13:00:00.000Z"],
    ["Asia/Kathmandu", "7000-01-01T00:00:00.000", "6999-12-31T18:15:00.000Z"],
    ["America/New_York", "2899-03-08T02:30:00.000", "gap"],
    // Since 2026 there is no winter time: the tables of Node 20 do not know it yet.
    ["America/Vancouver", "2027-01-15T14:00:00.000", "2027-01-15T21:00:00.000Z"],
    ["america/vancouver", "2027-01-15T14:00:00.000", "2027-01-15T21:00:00.000Z"],
  ])("%s %s is %s", (zone, wall, expected) => {
    const local = resolveLocalTime(makeClock(zone, 2), wallOf(wall));
    expect(local.kind === "one" ? new Date(local.epochMs).toISOString() : local.kind).toBe(expected);
  });

  test("every instant is found again from its wall clock, unless the clock showed it twice", () => {
    const zones = [
      "America/New_York",
      "Europe/London",
      "Africa/Casablanca",
      "Asia/Tehran",
      "Pacific/Chatham",
      "America/St_Johns",
      "Antarctica/Troll",
    ];
    const instant = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2050, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, epochMs) => {
        const clock = makeClock(zone, 2);
        const local = resolveLocalTime(clock, epochMs + clock(epochMs));
        if (local.kind !== "overlap") expect(local).toEqual({ kind: "one", epochMs });
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each(["Europe/Paris", "Asia/Kolkata", "UTC", "Etc/GMT+5", "America/Argentina/Buenos_Aires"])(
  "%s is a zone",
  (zone) => {
    expect(isZone(zone)).toBe(true);
  },
);

test.each(["", "+05:00", "Mars/Olympus", "EST5EDT6", "Europe/Paris ", "../etc/passwd", "local"])(
  "%j is no zone",
  (zone) => {
    expect(isZone(zone)).toBe(false);
  },
);
