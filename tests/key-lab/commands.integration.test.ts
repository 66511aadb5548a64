// `interlock replay` and `interlock key-audit`, against a product with its worker.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { ask, contract, elsewhere } from "../gate/support/contract";
import { Stage } from "../gate/support/stage";
import { interlockAt } from "../support/interlock-command";
import { makeTempDir } from "../support/temp-dir";

let stage: Stage;
let tool: string;
const directory = makeTempDir("key-lab");
beforeAll(async () => {
  stage = await Stage.open({ worker: true });
  tool = await stage.tool();
  await stage.submit(ask(tool, "c1"));
  await stage.submit(elsewhere(tool, "c1"));
});
afterAll(async () => {
  await stage.close();
  directory.remove();
});

const interlock = (...words: string[]) => interlockAt(stage.product, words);

async function save(name: string, content: string): Promise<string> {
  const path = join(directory.path, name);
  await writeFile(path, content);
  return path;
}

const changed = () => contract(tool, { key: { scope: "business", window: "1h" } });

test("a replay tells in lines what would change, whatever the contract is written in and wherever it names its tool", async () => {
  const { tool: _, ...rest } = changed();
  const files = [
    await save("changed.yaml", stringify(changed())),
    await save("changed.json", JSON.stringify({ ...rest, tool })),
  ];
  for (const file of files) {
    const { code, out } = await interlock("replay", file);
    expect(code).toBe(0);
    expect(out).toContain("2 submissions compared, 1 would be treated differently.\nKeys change.");
    expect(out).toMatch(
      /1 {2}would join another intent instead of opening its own\n.*sub_\w+ of int_\w+, differs in run\n/,
    );
  }
});

test("a contract that cannot be parsed is told with its place, by the server where it names its tool", async () => {
  const broken = await interlock("replay", await save("broken.yaml", `tool: ${tool}\nargs: [`));
  expect(broken).toMatchObject({ code: 1, out: "" });
  expect(broken.told).toMatch(/^The contract cannot be read\.\n {2}The list .* At line 2, column 8\.\n$/);
  const file = await save("nameless.yaml", "tool: refund_payment\n  key: [");
  const nameless = await interlock("replay", file);
  expect(nameless).toMatchObject({ code: 1, out: "" });
  expect(nameless.told).toMatch(/^\S+nameless\.yaml is not valid YAML\.\n {2}The value .* At line 1, column 7\.\n/);
  const above = await interlock("replay", await save("above.yaml", 'title: "open\ntool: refund_payment'));
  expect(above.told).toMatch(/not valid YAML\.\n {2}The text in quotes is not closed.* At line 2, /);
  const sent = await interlock("replay", file, "--tool", tool);
  expect(sent.told).toMatch(/^The contract cannot be read\.\n {2}The value .* At line 1, column 7\.\n/);
});

test.each([
  ["title: Nothing", "nothing.yaml"],
  ["", "empty.yaml"],
  ["# Interlock\n\nA gate: it asks.\nThen `it` acts: once.\n", "README.md"],
])("%j is told to be no contract", async (content, name) => {
  const { code, out, told } = await interlock("replay", await save(name, content));
  expect([code, out]).toEqual([1, ""]);
  expect(told).toMatch(new RegExp(`${name} is no contract: .* such as \`tool: refund_payment\`\\.\\n$`));
});

test("a file that is not there, and a range that is empty, are told as the command line has them", async () => {
  expect(await interlock("replay", join(directory.path, "absent.yaml"))).toMatchObject({ code: 1, out: "" });
  const range = ["--from", "2026-01-02T00:00:00Z", "--to", "2026-01-01T00:00:00Z"];
  const file = await save("range.yaml", stringify(changed()));
  for (const words of [["replay", file], ["key-audit"]]) {
    const { told } = await interlock(...words, ...range);
    expect(told).toMatch(/^The range is empty\.\n {2}--from: Expected .*\n$/);
  }
});

test("a key audit is waited for, told tool by tool, saved as a table, and ends with 1 where keys were split", async () => {
  const file = join(directory.path, "keys.csv");
  const { code, out } = await interlock("key-audit", "--csv", file);
  expect(out).toContain(`${tool}: 2 intents, 2 submissions\n`);
  expect(out).toContain("1 look-alikes that both ran");
  expect(code).toBe(1);
  expect(await readFile(file, "utf8")).toMatch(/^tool,finding,.*\r\n/);
  const again = await interlock("key-audit", "--csv", file);
  expect(again).toMatchObject({ code: 64, out: "", told: `${file} is there already: choose another name.\n` });
  const nowhere = await interlock("key-audit", "--csv", join(directory.path, "nowhere", "keys.csv"));
  expect(nowhere.code).toBe(1);
  expect(nowhere.told).toContain("cannot be written. The table is still there: GET /api/v1/key-audits/kad_");
});

test("who asks for a key audit again sees again what it found", async () => {
  await interlock("key-audit");
  const { code, out } = await interlock("key-audit");
  expect(out).toContain("1 look-alikes that both ran");
  expect(code).toBe(1);
});

test("what others wrote never steers the terminal", async () => {
  const name = "\u001b[2J\u202e";
  const { args } = contract(tool) as { args: { properties: Record<string, unknown> } };
  const open = await stage.tool({ args: { ...args, properties: { ...args.properties, [name]: { type: "string" } } } });
  for (const id of ["h1", "h2", "h3"]) {
    for (const value of ["one", "two"]) await stage.submit(ask(open, id, { [name]: value }));
  }
  const { out } = await interlock("key-audit");
  expect(out).toContain("  /\\u{1b}[2J\\u{202e}: Varied in 3 of 3 intents");
  expect(out).not.toContain("\u001b");
});
