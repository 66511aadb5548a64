import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { openLog } from "./log-file";

let temp: TempDir;

beforeEach(() => {
  temp = makeTempDir("log");
});

afterEach(() => temp.remove());

test("a log that has grown too large is moved aside when it is opened", () => {
  const path = join(temp.path, "web.log");
  writeFileSync(path, "x".repeat(10 * 1024 * 1024 + 1));
  openLog(path, null).write("new");
  expect(readFileSync(path, "utf8")).toBe("new\n");
});

test("a storm of lines stays within the bound", () => {
  const path = join(temp.path, "web.log");
  const log = openLog(path, null);
  for (let i = 0; i < 300; i++) log.write("y".repeat(100_000));
  expect(statSync(path).size).toBeLessThanOrEqual(10 * 1024 * 1024 + 100_001);
  expect(log.lastLines()).toHaveLength(20);
});

test("lines are echoed when asked", () => {
  const echoed: string[] = [];
  openLog(join(temp.path, "web.log"), (line) => echoed.push(line)).write("hello");
  expect(echoed).toEqual(["hello"]);
});
