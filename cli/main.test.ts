import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runInterlock } from "./main";

async function interlock(words: string[], env: Record<string, string> = {}) {
  const [out, progress] = [new PassThrough(), new PassThrough()];
  const code = await runInterlock(words, { out, progress, env });
  out.end();
  progress.end();
  return { code, out: await text(out), told: await text(progress) };
}

const namesIn = (list: string) => [...list.matchAll(/^ {2}interlock (.+?) {2}/gm)].map(([, name]) => name?.trim());

test.each(["--help", "-h"])("a word that begins several commands, with %s, lists those and no others", async (help) => {
  const { code, out } = await interlock(["audit", help]);
  expect(code).toBe(0);
  expect(namesIn(out).length).toBeGreaterThan(1);
  expect(namesIn(out).every((name) => name?.startsWith("audit "))).toBe(true);
});

test("who names no command sees them all, and who names half of one sees the other halves", async () => {
  expect(namesIn((await interlock([])).out)).toEqual(expect.arrayContaining(["audit verify", "key-audit", "replay"]));
  const half = await interlock(["audit", "burn"]);
  expect(half).toMatchObject({ code: 64, out: "" });
  expect(half.told).toContain("There is no command `interlock audit burn`. There are:\n  interlock audit export");
  expect(half.told).not.toContain("replay");
  expect(namesIn((await interlock(["burn"])).told)).toContain("replay");
});

test.each(["banana", "localhost:3000", "file:///tmp"])("%s is told to be no address", async (url) => {
  const { code, told } = await interlock(["findings"], { INTERLOCK_URL: url, INTERLOCK_TOKEN: "x" });
  expect(code).toBe(1);
  expect(told).toBe(`INTERLOCK_URL is ${url}: that is no address such as https://interlock.example.com.\n`);
});
