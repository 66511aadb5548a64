import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locateFrames } from "./locate";

let dir: string;
const at = (path: string) => pathToFileURL(join(dir, path)).href;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "locate-"));
  // The third line of the bundle is the sixth of the source (lines and columns from 0, base64 VLQ).
  const map = { version: 3, sources: ["../lib/submit.ts"], names: [], mappings: ";;AAKA" };
  writeFileSync(join(dir, "chunk.js.map"), JSON.stringify(map));
});
afterAll(() => rmSync(dir, { recursive: true }));

function locate(url: string, lineNumber = 2) {
  const callFrame = { functionName: "submit", url, lineNumber, columnNumber: 9 };
  const profile = { nodes: [{ id: 1, callFrame }], samples: [1], timeDeltas: [1], startTime: 0, endTime: 1 };
  return { before: callFrame, after: locateFrames(profile).nodes[0]?.callFrame };
}

test("a frame of a bundle is shown where it was written", () => {
  const { after } = locate(at("chunk.js"));
  expect(after).toEqual({ functionName: "submit", url: at("../lib/submit.ts"), lineNumber: 5, columnNumber: 0 });
});

test.each([
  ["a package", "node_modules/pg/lib/client.js"],
  ["a file without a map", "plain.js"],
])("a frame of %s stays where it is", (_, path) => {
  const { before, after } = locate(at(path));
  expect(after).toEqual(before);
});

test("a frame of Node itself, of nothing, or before the first mapping stays where it is", () => {
  for (const url of ["node:internal/timers", "wasm://wasm/1", ""]) {
    const { before, after } = locate(url);
    expect(after).toEqual(before);
  }
  const { before, after } = locate(at("chunk.js"), 0);
  expect(after).toEqual(before);
});
