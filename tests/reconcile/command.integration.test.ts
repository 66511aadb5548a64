// `interlock reconcile` and `interlock findings`, as people and scripts use them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { interlockAt } from "../support/interlock-command";
import { makeTempDir, type TempDir } from "../support/temp-dir";
import { ReconcileStage } from "./support/reconcile-stage";

let stage: ReconcileStage;
let dir: TempDir;
beforeAll(async () => {
  dir = makeTempDir("statements");
  stage = await ReconcileStage.open();
});
afterAll(async () => {
  await stage.close();
  dir.remove();
});

const interlock = (...words: string[]) => interlockAt(stage.product, words);

function statement(name: string, content: string): string {
  const path = join(dir.path, name);
  writeFileSync(path, content);
  return path;
}

test("a listing in which everything agrees ends with 0; a statement that does not, with 1 and what is open", async () => {
  const tool = await stage.publish();
  const paid = await stage.payAged(tool);
  const fine = await interlock("reconcile", tool);
  expect(fine).toMatchObject({ code: 0, out: expect.stringContaining("No open findings.") });
  const { from, to } = stage.window();
  const file = statement("november.csv", "id,amount,currency,memo\nfx_nobody,5,USD,x\n,5,USD,\nk,10.5,JPY,\n");
  const found = await interlock("reconcile", tool, file, "--from", from, "--to", to);
  expect(found.code).toBe(1);
  expect(found.told).toContain("Columns that mean nothing here: memo.");
  expect(found.told).toContain("line 3: Neither an effect id nor a key.");
  expect(found.told).toContain("line 4: The amount: Expected an amount in JPY");
  expect(found.out).toContain("rows 3, bad 2");
  expect(found.out).toMatch(new RegExp(`missing +fnd_\\w+ {2}open {2}${tool} {2}${paid.id} {2}recordedEffectId=`));
  const listed = await interlock("findings", "--tool", tool, "--kind", "orphan", "--json");
  expect(listed.code).toBe(0);
  expect(JSON.parse(listed.out)).toMatchObject({ kind: "orphan", data: { effectId: "fx_nobody", line: 2 } });
});

test("what a downstream calls its effects does not steer the terminal", async () => {
  const tool = await stage.publish();
  const file = statement("hostile.jsonl", `${JSON.stringify({ id: "fx\u001b[2J\u202e\u009b1A" })}\n`);
  const { code, out } = await interlock("reconcile", tool, file);
  expect([code, out]).toEqual([1, expect.stringContaining("effectId=fx\\u{1b}[2J\\u{202e}\\u{9b}1A")]);
});

test("what cannot be compared says why and ends with 1; what cannot be meant ends with 64", async () => {
  const tool = await stage.publish({ list: { url: "http://127.0.0.1:9/{?from,to,cursor}" } });
  expect(await interlock("reconcile", tool)).toMatchObject({
    code: 1,
    told: expect.stringMatching(/failed: configuration/),
  });
  expect(await interlock("reconcile", "nobodys_tool")).toMatchObject({
    code: 1,
    told: expect.stringContaining("tool"),
  });
  const headless = await interlock("reconcile", tool, statement("headless.csv", "a,b\n1,2\n"));
  expect(headless).toMatchObject({ code: 1, told: expect.stringContaining("column effectId") });
  expect((await interlock("reconcile", tool, "nowhere.csv")).told).toContain("There is no file");
  for (const words of [[], [tool, "a.csv", "b.csv"], [tool, "a.pdf"], [tool, "--from", "soon"], [tool, "--by"]]) {
    expect((await interlock("reconcile", ...words)).code, words.join(" ")).toBe(64);
  }
  expect((await interlock("findings", "--all", "--state", "open")).code).toBe(64);
});
