// The command as people run it: a process of its own, in whatever folder they are.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { KEY, sampleExport } from "@/lib/domain/audit/testing/sample-export";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";

let dir: TempDir;
beforeEach(() => {
  dir = makeTempDir("interlock");
});
afterEach(() => dir.remove());

async function interlock(...words: string[]) {
  const child = spawn(process.execPath, [resolve("cli/interlock.mjs"), ...words], {
    cwd: dir.path,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((done) => child.on("exit", done));
  const [out, told] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, out, told };
}

test("an auditor verifies a file in a folder of their own, with nothing but the file and the key", async () => {
  const { lines, seals } = sampleExport([3, 2]);
  writeFileSync(join(dir.path, "log.jsonl"), lines.join(""));
  writeFileSync(join(dir.path, "key.pem"), KEY.pem);
  writeFileSync(join(dir.path, "seal.json"), JSON.stringify(seals[1]));
  const words = ["audit", "verify", "log.jsonl", "--key", "key.pem", "--last-seal"];
  expect(await interlock(...words, "seal.json")).toMatchObject({
    code: 0,
    out: expect.stringContaining("5 events in 2 seals are as they were sealed"),
  });
  const later = await interlock(...words, `3:${"a".repeat(64)}`);
  expect(later).toMatchObject({ code: 1, out: expect.stringContaining("seal 3 was published: the end was cut off") });
}, 30_000);

test("beside an Interlock its own key is believed, and nowhere is the key in the file", async () => {
  const { lines } = sampleExport([3]);
  writeFileSync(join(dir.path, "log.jsonl"), lines.join(""));
  const alone = await interlock("audit", "verify", "log.jsonl");
  expect(alone).toMatchObject({ code: 64, told: expect.stringContaining("Say whose seals you trust") });
  mkdirSync(join(dir.path, ".interlock"));
  const own = join(dir.path, ".interlock", "audit.pem");
  writeFileSync(own, makeSealKey("another".padEnd(44, "x")).pem);
  expect(await interlock("audit", "verify", "log.jsonl")).toMatchObject({ code: 1 });
  writeFileSync(own, KEY.pem);
  const beside = await interlock("audit", "verify", "log.jsonl");
  expect(beside).toMatchObject({ code: 0, told: expect.stringContaining("audit.pem") });
}, 30_000);

test.each(["constructor", "toString", "audit", "audit burn"])(
  "there is no command %s, and it says so",
  async (words) => {
    const { code, out, told } = await interlock(...words.split(" "));
    expect([code, out]).toEqual([64, ""]);
    expect(told).toContain(`There is no command \`interlock ${words}\`. There are:`);
  },
  30_000,
);
