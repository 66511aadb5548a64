import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir } from "@/tests/support/temp-dir";
import { toLines, type WitnessedClaim } from "./lines";
import { readBack } from "./read-back";
import { openWitnessFile, WitnessFileError } from "./witness-file";

const STORE = "7b1f6f7e-0000-4000-8000-000000000001";
let home: ReturnType<typeof makeTempDir>;
beforeEach(() => {
  home = makeTempDir("witness-file");
});
afterEach(() => home.remove());

const claim = (n: number): WitnessedClaim => ({
  epoch: 1,
  attemptId: `att_${String(n).padStart(26, "0")}`,
  claimedAt: new Date(n),
  key: String(n % 10).repeat(64),
});
const claims = (count: number) => Array.from({ length: count }, (_, n) => claim(n));
const read = (path: string) => [...readBack(path)].flat();

test("what is read from the end, in pages, is what was written, also where a page ends within a line", () => {
  const path = join(home.path, "many.log");
  writeFileSync(path, toLines(claims(5_000)));
  const pages = [...readBack(path)];
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(claims(5_000).reverse());
});

test("what a power cut left, zeros or half a line, is passed over wherever it is", () => {
  const path = join(home.path, "torn.log");
  const line = toLines([claim(1)]);
  writeFileSync(path, `${line}${"\0".repeat(300_000)}\n${toLines([claim(2)])}${line.slice(0, 50)}`);
  expect(read(path)).toEqual([claim(2), claim(1)]);
});

test("the newest claim costs the end of a file, however large the file is", () => {
  const path = join(home.path, `${STORE}.other.1.log`);
  writeFileSync(path, "");
  truncateSync(path, 3 * 1_073_741_824); // sparse, and more than could be read whole
  appendFileSync(path, `\n${toLines([claim(7)])}`);
  expect(openWitnessFile(home.path, "worker").newest(STORE)).toEqual([claim(7)]);
});

test("F1: a full disk costs nothing that was written before, and is written to again once there is room", () => {
  const earlier = openWitnessFile(home.path, "earlier");
  for (let n = 0; n < 3; n += 1) earlier.append(STORE, toLines([claim(n)]));
  earlier.close();
  const own = join(home.path, `${STORE}.worker.1.log`);
  symlinkSync("/dev/full", own);
  const file = openWitnessFile(home.path, "worker");
  for (let n = 0; n < 100; n += 1) expect(() => file.append(STORE, toLines([claim(9)]))).toThrow(WitnessFileError);
  expect(readdirSync(home.path).sort()).toEqual([`${STORE}.earlier.1.log`, `${STORE}.worker.1.log`]);
  rmSync(own);
  file.append(STORE, "");
  file.append(STORE, toLines([claim(10)]));
  expect(read(own)).toEqual([claim(10)]);
  expect(read(join(home.path, `${STORE}.earlier.1.log`))).toHaveLength(3);
  file.close();
});

test("a directory that cannot be made says so, and is made once it can be", () => {
  const directory = join(home.path, "witness");
  writeFileSync(directory, "in the way");
  const file = openWitnessFile(directory, "worker");
  expect(() => file.append(STORE, toLines([claim(1)]))).toThrow(/cannot be written/);
  expect(() => file.newest(STORE)).toThrow(/cannot be read/);
  rmSync(directory);
  mkdirSync(directory);
  file.append(STORE, toLines([claim(1)]));
  expect(file.newest(STORE)).toEqual([claim(1)]);
  file.close();
});
