import { expect, test } from "vitest";
import { formatDuration, formatSeconds, spellDuration } from "./duration";

test.each([
  [-5, "0 ms"],
  [0, "0 ms"],
  [850, "850 ms"],
  [999.6, "1 s"],
  [4_260, "4.2 s"],
  [9_999, "9.9 s"],
  [10_000, "10 s"],
  [60_000, "1 min"],
  [125_999, "2 min 5 s"],
  [86_399_999, "23 h 59 min"],
  [273_600_000, "3 d 4 h"],
])("%d ms reads %s", (durationMs, words) => {
  expect(formatDuration(durationMs)).toBe(words);
});

test("a ticking clock shows whole seconds", () => {
  expect(formatSeconds(900)).toBe("0 s");
  expect(formatSeconds(4_900)).toBe("4 s");
});

test.each([
  [0, "0 milliseconds"],
  [500, "500 milliseconds"],
  [1_000, "1 second"],
  [90_000, "90 seconds"],
  [3_600_000, "1 hour"],
  [86_400_000, "24 hours"],
  [604_800_000, "7 days"],
])("%d ms is spelled %s, exactly", (durationMs, words) => {
  expect(spellDuration(durationMs)).toBe(words);
});
