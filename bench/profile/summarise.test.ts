import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type CpuProfile, summariseProfile } from "./summarise";

const ROOT = "/product";
const ALL_MS = 1_000;
const at = (path: string) => pathToFileURL(`${ROOT}/${path}`).href;

/** One sample for every frame, of as many microseconds as given. */
function profileOf(frames: [name: string, url: string, us: number][]): CpuProfile {
  return {
    nodes: frames.map(([functionName, url], index) => ({
      id: index + 1,
      callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
    })),
    samples: frames.map((_, index) => index + 1),
    timeDeltas: frames.map(([, , us]) => us),
    startTime: 1_000_000,
    endTime: 1_000_000 + frames.reduce((sum, [, , us]) => sum + us, 0),
  };
}

describe("summary of a CPU profile", () => {
  test("idle time is nobody's work", () => {
    const summary = summariseProfile(
      profileOf([
        ["(idle)", "", 9_000],
        ["work", at("api/submit.ts"), 1_000],
      ]),
      ROOT,
      ALL_MS,
    );
    expect(summary).toMatchObject({ busyMs: 1, idleMs: 9 });
    expect(summary.functions).toEqual([{ name: "work  api/submit.ts", selfMs: 1, share: 1 }]);
  });

  test("what was before the window does not count", () => {
    const profile = profileOf([
      ["dispatch", "", 5_000],
      ["work", at("api/submit.ts"), 1_000],
    ]);
    expect(summariseProfile(profile, ROOT, 1).functions.map(({ name }) => name)).toEqual(["work  api/submit.ts"]);
  });

  test("every frame is counted under the package it belongs to", () => {
    const frames: [string, string, string][] = [
      ["a", at("lib/domain/key.ts"), "ours: lib/domain"],
      ["b", at("api/submit.ts"), "ours: api"],
      ["c", at("lib/store/generated/client.ts"), "prisma"],
      ["d", at("node_modules/@prisma/client/runtime/client.js"), "prisma"],
      ["e", "wasm://wasm/00c1", "prisma"],
      ["f", at("node_modules/pg-protocol/dist/parser.js"), "pg"],
      ["g", at("node_modules/a/node_modules/zod/v4/core.js"), "zod"],
      ["h", at("node_modules/@marcbachmann/cel-js/lib/evaluator.js"), "cel"],
      ["i", at("node_modules/@hono/node-server/dist/index.mjs"), "hono"],
      ["j", "node:_http_outgoing", "node:http, net, stream"],
      ["k", "node:internal/crypto/hash", "node: other"],
      ["(garbage collector)", "", "gc"],
      ["writev", "", "native (V8, libuv, system calls)"],
    ];
    for (const [name, url, group] of frames) {
      expect(summariseProfile(profileOf([[name, url, 1]]), ROOT, ALL_MS).packages.map((entry) => entry.name)).toEqual([
        group,
      ]);
    }
  });

  test("the same function is one line, the longest first, and shares add up to one", () => {
    const frames: [string, string, number][] = [
      ["a", at("api/a.ts"), 1_000],
      ["b", at("api/b.ts"), 3_000],
      ["a", at("api/a.ts"), 4_000],
    ];
    const { functions, packages } = summariseProfile(profileOf(frames), ROOT, ALL_MS);
    expect(functions.map(({ name, selfMs }) => [name, selfMs])).toEqual([
      ["a  api/a.ts", 5],
      ["b  api/b.ts", 3],
    ]);
    expect(packages.reduce((sum, { share }) => sum + share, 0)).toBe(1);
  });
});
