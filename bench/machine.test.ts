import { describe, expect, test } from "vitest";
import { idleShareBetween, parseMachineTime } from "./machine";

describe("idle share of the machine", () => {
  test("waiting for the disk is idle, and guests are not counted twice", () => {
    const text = "cpu  100 1 20 300 40 5 6 7 90 0\ncpu0 50 0 10 150 20 2 3 3 45 0\n";
    expect(parseMachineTime(text)).toEqual({ idle: 340, total: 479 });
  });

  test("it is the share of what passed between two readings", () => {
    expect(idleShareBetween({ idle: 100, total: 200 }, { idle: 130, total: 300 })).toBe(0.3);
  });

  test("without a reading, or without time in between, there is none", () => {
    expect(parseMachineTime("nothing")).toBeNull();
    expect(idleShareBetween(null, { idle: 1, total: 2 })).toBeNull();
    expect(idleShareBetween({ idle: 1, total: 2 }, { idle: 1, total: 2 })).toBeNull();
  });
});
