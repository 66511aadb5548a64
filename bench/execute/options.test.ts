import { expect, test } from "vitest";
import { UsageError } from "../arguments";
import { readOptions } from "./options";

test("without options both backends are measured at 1, 32 and 128 connections", () => {
  const { backends, connections, rounds, profile } = readOptions([]);
  expect({ backends, connections, rounds, profile }).toEqual({
    backends: ["embedded", "redis"],
    connections: [1, 32, 128],
    rounds: 1,
    profile: false,
  });
});

test("what cannot be measured is refused with the usage", () => {
  for (const argv of [["--backends", "kafka"], ["--connections", "0"], ["--connections", "129"], ["--what"]]) {
    expect(() => readOptions(argv)).toThrow(UsageError);
    expect(() => readOptions(argv)).toThrow("usage: npm run bench -- execute");
  }
});
