// `interlock reconcile` and `interlock findings`, as people and scripts use them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
  expect(found.told).toContain("line 4: The amount: Expected an amount in JPY, which has no fraction digits");
  expect(found.out).toContain("Not everything was compared: 2 of 3 rows could not be read.");
  expect(found.out).toContain("rows 3, bad 2");
  expect(found.out).toMatch(new RegExp(`missing +fnd_\\w+ {2}open {2}${tool} {2}${paid.id} {2}recordedEffectId=`));
  const listed = await interlock("findings", "--tool", tool, "--kind", "orphan", "--json");
  expect(listed.code).toBe(0);
  expect(JSON.parse(listed.out)).toMatchObject({ kind: "orphan", data: { effectId: "fx_nobody", line: 2 } });
  const row = await stage.paid(paid.id);
  const clean = await interlock("reconcile", tool, statement("clean.csv", `id,key\n${row.effectId},${row.key}\n`));
  const others = `This run saw nothing that is open. 2 others are open: interlock findings --tool ${tool}`;
  expect(clean).toMatchObject({ code: 0, out: expect.stringContaining(others) });
  expect(clean.out).not.toContain("No open findings.");
});

describe("what compared nothing, or not everything, says so and ends with 2:", () => {
  const ends2 = (says: string) => ({ code: 2, out: expect.stringContaining(says) });

  test("probes that nobody answered", async () => {
    const tool = await stage.publish({ list: false, probe: true });
    await stage.payAged(tool);
    await stage.setFault(`GET /corpus/${tool}`, "effect_then_500", { status: 503 });
    const run = await interlock("reconcile", tool).finally(() => stage.clearFaults());
    expect(run).toMatchObject(ends2("Nothing was compared: 1 of 1 probe got no answer."));
  });

  test("rows that could not be read, some or all", async () => {
    const tool = await stage.publish();
    const { effectId } = await stage.payAged(tool);
    const some = await interlock("reconcile", tool, statement("some.csv", `id\n${effectId}\n\u0000\n`));
    expect(some).toMatchObject(ends2("Not everything was compared: 1 of 2 rows could not be read."));
    const all = await interlock("reconcile", tool, statement("all.csv", "id\n\u0000\n"));
    expect(all).toMatchObject(ends2("Nothing was compared: 1 of 1 row could not be read."));
  });

  test("a listing with items that the contract cannot read; not a time in which neither side has anything", async () => {
    const tool = await stage.publish();
    const nothing = await interlock("reconcile", tool);
    expect(nothing).toMatchObject({ code: 0, out: expect.stringContaining("No open findings.") });
    const odd = await stage.publish({ list: { effectId: "/nothing", key: "/nothing" } });
    await stage.payAged(odd);
    const run = await interlock("reconcile", odd);
    expect(run.told).toContain("line 1: Neither an effect id nor a key.");
    expect(run.out).toContain("1 of 1 row could not be read. Correct `execute.list`");
  });

  test.each([
    ["header.csv", "id,amount\n", "has no rows"],
    ["none.json", "[]", "has no rows"],
    ["empty.json", "", "The statement is empty."],
  ])("an empty statement, %s", async (name, content, says) => {
    const run = await interlock("reconcile", await stage.publish(), statement(name, content));
    expect(run).toMatchObject({ code: 2, told: expect.stringContaining(says) });
  });
});

test("what a downstream calls its effects does not steer the terminal", async () => {
  const tool = await stage.publish();
  const file = statement("hostile.jsonl", `${JSON.stringify({ id: "fx\u001b[2J\u202e\u009b1A" })}\n`);
  const { code, out } = await interlock("reconcile", tool, file);
  expect([code, out]).toEqual([1, expect.stringContaining("effectId=fx\\u{1b}[2J\\u{202e}\\u{9b}1A")]);
});

test("what cannot be compared says why and ends with 2; what cannot be meant ends with 64", async () => {
  const tool = await stage.publish({ list: { url: "http://127.0.0.1:9/{?from,to,cursor}" } });
  expect(await interlock("reconcile", tool)).toMatchObject({
    code: 2,
    told: expect.stringMatching(/failed: configuration/),
  });
  expect(await interlock("reconcile", "nobodys_tool")).toMatchObject({
    code: 2,
    told: expect.stringContaining("tool"),
  });
  const headless = await interlock("reconcile", tool, statement("headless.csv", "a,b\n1,2\n"));
  expect(headless).toMatchObject({ code: 2, told: expect.stringContaining("column effectId") });
  expect((await interlock("reconcile", tool, "nowhere.csv")).told).toContain("There is no file");
  for (const words of [[], [tool, "a.csv", "b.csv"], [tool, "a.pdf"], [tool, "--from", "soon"], [tool, "--by"]]) {
    expect((await interlock("reconcile", ...words)).code, words.join(" ")).toBe(64);
  }
  expect((await interlock("findings", "--all", "--state", "open")).code).toBe(64);
});
