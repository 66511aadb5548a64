// What publishing would say, asked before; and the seeds, who publish what is their own.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContractCheckDto } from "@/lib/wire/proposal";
import { seedDemo } from "@/prisma/seed";
import { contract } from "../gate/support/contract";
import type { Body } from "../gate/support/stage";
import { Publishing } from "./support/publishing";

let publishing: Publishing;
beforeAll(async () => {
  publishing = await Publishing.open();
});
afterAll(() => publishing.close());

describe("a check", () => {
  const check = async (tool: string, more: Body) => {
    const answer = await publishing.approver.call("POST", `/contracts/${tool}/check`, contract(tool, more));
    expect(answer.status).toBe(200);
    return ContractCheckDto.parse(answer.body);
  };

  test("says what publishing would: what is new, how keys change, how many people", async () => {
    const publish = { approvals: 2 };
    const tool = await publishing.tool(publish);
    const active = await check(tool, { publish });
    expect(active).toMatchObject({ activeVersion: 1, isChange: false, keysChange: false, peopleNeeded: 2 });
    expect(await check(tool, {})).toMatchObject({ isChange: true, keysChange: false, peopleNeeded: 2, role: "admin" });
    expect(await check(tool, { key: { scope: "run" } })).toMatchObject({ isChange: true, keysChange: true });
    const observed = await check(tool, { mode: "observe" });
    expect(observed.warnings).toContainEqual(expect.stringContaining("mode: observe"));
    const unknown = { activeVersion: null, isChange: true, keysChange: false, peopleNeeded: 1 };
    expect(await check("never_published", {})).toMatchObject(unknown);
  });

  test("changes nothing, and refuses what publishing refuses, in its words", async () => {
    const tool = await publishing.tool();
    await check(tool, { undo: "5m" });
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: null });
    expect(await publishing.eventTypes(tool)).toEqual(["contract.published"]);
    const wrong = contract(tool, { undo: "5 minutes" });
    const [checked, put] = [
      await publishing.approver.call("POST", `/contracts/${tool}/check`, wrong),
      await publishing.admins[0].call("PUT", `/contracts/${tool}`, wrong),
    ];
    expect(checked).toMatchObject({ status: 422, body: { code: "invalid_contract" } });
    expect(checked.body["errors"]).toEqual(put.body["errors"]);
  });

  test.each([
    ["no people", { approvals: 0 }],
    ["a role that may not", { approvals: 2, role: "viewer" }],
    ["a misspelt member", { approval: 2 }],
  ])("a contract that asks for %s to publish it is refused", async (_name, publish) => {
    const answer = await publishing.admins[0].call("PUT", "/contracts/wrong_one", contract("wrong_one", { publish }));
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_contract" } });
    const [error] = answer.body["errors"] as { pointer: string }[];
    expect(error?.pointer).toMatch(/^\/publish/);
  });
});

test("the seeds renew their own examples whatever those ask for, and leave alone what waits for people", async () => {
  const directory = await mkdtemp(join(tmpdir(), "seeds-"));
  const { databaseUrl, agentKey, operatorToken, operator } = publishing.stage.product;
  const existing = { agentKey, operatorToken, operator };
  const seed = async (undo: string) => {
    const text = JSON.stringify(contract("seeded", { undo, publish: { approvals: 2 } }));
    await writeFile(join(directory, "seeded.yaml"), text);
    await seedDemo({ databaseUrl, redisUrl: null, contractsDir: directory, existing });
  };
  try {
    await seed("1m");
    const proposal = await publishing.propose(publishing.admins[0], "seeded", { undo: "3m" });
    await seed("1m");
    expect(await publishing.read("seeded")).toMatchObject({ version: 1, proposal: { id: proposal.id } });
    await seed("2m");
    expect(await publishing.read("seeded")).toMatchObject({ version: 2, proposal: null });
    const again = await publishing.propose(publishing.admins[0], "seeded", { undo: "3m" });
    expect((await publishing.confirm(publishing.admins[1], again)).status).toBe(201);
    // Now it is people's.
    await seed("4m");
    expect(await publishing.read("seeded")).toMatchObject({ version: 3, definition: { undo: "3m" } });
  } finally {
    await rm(directory, { recursive: true });
  }
});
