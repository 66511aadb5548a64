import { describe, expect, test } from "vitest";
import { readRange, WHOLE_WEEK } from "./replay-range";

const NOW = Date.parse("2026-11-17T12:00:00Z");
const between = (from: string, to: string) => readRange({ ...WHOLE_WEEK, range: "between", from, to }, NOW);

test("so many days end now", () => {
  expect(readRange(WHOLE_WEEK, NOW)).toEqual({ from: "2026-11-10T12:00:00.000Z" });
  expect(readRange({ ...WHOLE_WEEK, range: "1d", namespace: " billing " }, NOW)).toEqual({
    from: "2026-11-16T12:00:00.000Z",
    namespace: "billing",
  });
});

describe("two instants", () => {
  test("are the reader's own time; without an end it is now", () => {
    const from = new Date(2026, 10, 1, 8, 30).toISOString();
    expect(between("2026-11-01T08:30", "")).toEqual({ from });
    expect(between("2026-11-01T08:30", "2026-11-02T00:00")).toEqual({
      from,
      to: new Date(2026, 10, 2).toISOString(),
    });
  });

  test.each([
    ["", "", "Say from when."],
    ["yesterday", "", "This is no instant."],
    ["2026-11-02T00:00", "2026-11-01T00:00", "It must begin before it ends, and before now."],
    ["2027-01-01T00:00", "", "It must begin before it ends, and before now."],
  ])("%j to %j: %s", (from, to, sentence) => expect(between(from, to)).toBe(sentence));
});
