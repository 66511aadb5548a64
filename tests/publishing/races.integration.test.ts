// Several people at the same time, against one database: exactly one version comes of it, or none.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishContract } from "@/lib/application/publish-contract";
import { contract } from "../gate/support/contract";
import type { Answer } from "../support/in-process";
import { type Person, Publishing } from "./support/publishing";

let publishing: Publishing;
let ann: Person;
let ben: Person;
let eve: Person;
let tom: Person;
beforeAll(async () => {
  publishing = await Publishing.open();
  [ann, ben, eve, tom] = publishing.admins;
});
afterAll(() => publishing.close());

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** As the seeds do: no person, so nobody else is needed. */
async function publishAsSystem(tool: string, undo: string): Promise<Answer> {
  const { stage } = publishing;
  const text = JSON.stringify(contract(tool, { undo, publish: { approvals: 2 } }));
  const actor = { kind: "system", id: "demo-seed" } as const;
  const deps = { db: stage.db, newId: stage.newId, forget: () => undefined };
  const done = await publishContract(deps, { tool, text, format: "json", actor });
  return { status: 201, headers: new Headers(), body: { ...done } };
}

async function versionsOf(tool: string): Promise<number> {
  return publishing.stage.count("contract_versions", "tool = $1", tool);
}

describe("two confirm at once", () => {
  test("where one is missing: one publishes, the other is told that it is done", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const tool = await publishing.tool();
      const proposal = await publishing.propose(ann, tool);
      const answers = await Promise.all([ben, eve].map((one) => publishing.confirm(one, proposal)));
      expect(statuses(answers)).toEqual([201, 409]);
      const lost = answers.find(({ status }) => status === 409);
      expect(lost?.body).toMatchObject({ code: "proposal_over" });
      expect(lost?.body["detail"]).toMatch(/^It was published as version 2 by Person /);
      expect(await versionsOf(tool)).toBe(2);
      expect((await publishing.eventTypes(tool)).filter((type) => type === "contract.published")).toHaveLength(2);
    }
  });

  test("where two are missing: both count, and one of them publishes", async () => {
    const tool = await publishing.tool({ approvals: 3 });
    const proposal = await publishing.propose(ann, tool);
    const answers = await Promise.all([ben, eve, tom].map((one) => publishing.confirm(one, proposal)));
    expect(statuses(answers)).toEqual([201, 202, 409]);
    expect(await versionsOf(tool)).toBe(2);
  });

  test("by the same person: they count once", async () => {
    const tool = await publishing.tool({ approvals: 3 });
    const proposal = await publishing.propose(ann, tool);
    const answers = await Promise.all([ben, ben, ben].map((one) => publishing.confirm(one, proposal)));
    expect(statuses(answers)).toEqual([202, 409, 409]);
    expect((await publishing.read(tool)).proposal?.people).toHaveLength(2);
    expect(await versionsOf(tool)).toBe(1);
  });
});

describe("confirming while another version is published", () => {
  test("the version came first: the proposal is void, and its difference was to what is no longer active", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    const [published, confirmed] = await publishing.inOrder(tool, [
      () => publishAsSystem(tool, "9m"),
      () => publishing.confirm(ben, proposal),
    ]);
    expect(published?.body).toMatchObject({ version: 2 });
    expect(confirmed).toMatchObject({ status: 409, body: { code: "proposal_over" } });
    expect(confirmed?.body["detail"]).toContain("void");
    expect(await publishing.read(tool)).toMatchObject({ version: 2, proposal: null, definition: { undo: "9m" } });
    expect(await publishing.eventTypes(tool)).toContain("contract.proposal_void");
    // Proposed again, over what is active now, it can be confirmed.
    const again = await publishing.propose(ann, tool);
    expect(again.baseVersion).toBe(2);
    expect(await publishing.confirm(ben, again)).toMatchObject({ status: 201, body: { version: 3 } });
  });

  test("the confirmation came first: both are versions, one after the other", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    const [confirmed, published] = await publishing.inOrder(tool, [
      () => publishing.confirm(ben, proposal),
      () => publishAsSystem(tool, "9m"),
    ]);
    expect(confirmed).toMatchObject({ status: 201, body: { version: 2 } });
    expect(published?.body).toMatchObject({ version: 3 });
    const previous = (await publishing.events(tool))
      .filter(({ type }) => type === "contract.published")
      .map(({ data }) => data["previous"]);
    expect(previous).toEqual([null, 1, 2]);
  });

  test("a version that nobody closed the proposal for stops it all the same", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    await publishing.stage.sql("update contract_proposals set base_version = 7 where id = $1", proposal.id);
    expect((await publishing.read(tool)).proposal).toBeNull();
    const answer = await publishing.confirm(ben, proposal);
    expect(answer).toMatchObject({ status: 412, body: { code: "contract_changed" } });
    expect(await versionsOf(tool)).toBe(1);
  });
});

describe("confirming and taking back", () => {
  test("one of the two wins, and the other is told", async () => {
    for (const order of ["confirm first", "withdraw first"]) {
      const tool = await publishing.tool();
      const proposal = await publishing.propose(ann, tool);
      const calls = [() => publishing.confirm(ben, proposal), () => publishing.withdraw(ann, proposal)];
      const answers = await publishing.inOrder(tool, order === "confirm first" ? calls : calls.toReversed());
      expect(answers.map(({ status }) => status)).toEqual(order === "confirm first" ? [201, 404] : [204, 409]);
      expect(await versionsOf(tool)).toBe(order === "confirm first" ? 2 : 1);
    }
  });
});

describe("people who leave", () => {
  const disable = (person: Person) => publishing.stage.product.asOperator("DELETE", `/api/v1/operators/${person.id}`);
  const demote = (person: Person) =>
    publishing.stage.product.asOperator("PATCH", `/api/v1/operators/${person.id}`, { role: "approver" });

  test.each([
    ["disabled", disable],
    ["no admin any more", demote],
  ])("whoever proposed it is %s: their word no longer counts, and two others are needed", async (_how, leave) => {
    const tool = await publishing.tool();
    const leaver = await publishing.addPerson("admin");
    const proposal = await publishing.propose(leaver, tool);
    await leave(leaver);
    expect((await publishing.confirm(ann, proposal)).status).toBe(202);
    expect((await publishing.confirm(ben, proposal)).status).toBe(201);
    const { data } = (await publishing.events(tool)).at(-1) ?? {};
    expect(data).toMatchObject({ people: [ann.id, ben.id] });
  });

  test.each([
    ["disabled", disable],
    ["given a lower role", demote],
  ])("whoever confirms is %s while they wait for their turn: nothing is published", async (_how, leave) => {
    const tool = await publishing.tool();
    const leaver = await publishing.addPerson("admin");
    const proposal = await publishing.propose(ann, tool);
    const [answer] = await publishing.inOrder(tool, [() => publishing.confirm(leaver, proposal)], () => leave(leaver));
    expect(answer).toMatchObject({ status: 403, body: { code: "role_required" } });
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: { people: [{ id: ann.id }] } });
  });

  test("whoever publishes alone is disabled while they wait: nothing is published", async () => {
    const tool = await publishing.tool({ approvals: 1 });
    const leaver = await publishing.addPerson("admin");
    const [answer] = await publishing.inOrder(tool, [() => publishing.put(leaver, tool, { undo: "5m" })], () =>
      disable(leaver),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "role_required" } });
    expect(await versionsOf(tool)).toBe(1);
  });

  test("approvers alone publish nothing: one of those who stand behind it is an admin", async () => {
    const tool = await publishing.tool({ approvals: 2, role: "approver" });
    const leaver = await publishing.addPerson("admin");
    const [one, other] = [publishing.approver, await publishing.addPerson("approver")];
    const proposal = await publishing.propose(leaver, tool);
    await disable(leaver);
    expect((await publishing.confirm(one, proposal)).status).toBe(202);
    expect((await publishing.confirm(other, proposal)).status).toBe(202);
    expect((await publishing.confirm(ann, proposal)).status).toBe(201);
  });
});

describe("publishing over what one has seen", () => {
  test("another version is active by now: refused, whichever way it came", async () => {
    const tool = await publishing.tool({ approvals: 1 });
    expect((await publishing.put(ann, tool, { undo: "5m" }, "?expectedVersion=1")).status).toBe(201);
    const late = await publishing.put(ben, tool, { undo: "6m" }, "?expectedVersion=1");
    expect(late).toMatchObject({ status: 412, body: { code: "contract_changed", retriable: false } });
    expect(late.body["detail"]).toBe("Version 2 is active now, not version 1.");
    expect((await publishing.put(ben, tool, { undo: "6m" }, "?expectedVersion=2")).status).toBe(201);
    // Nobody has to say what they have seen.
    expect((await publishing.put(ben, tool, { undo: "7m" })).status).toBe(201);
  });

  test("the answer was lost: sending the same again is told that it is published", async () => {
    const tool = await publishing.tool({ approvals: 1 });
    await publishing.put(ann, tool, { undo: "5m" }, "?expectedVersion=1");
    const again = await publishing.put(ann, tool, { undo: "5m" }, "?expectedVersion=1");
    expect(again).toMatchObject({ status: 200, body: { version: 2 } });
  });

  test("two who saw the same version: one publishes, the other is told", async () => {
    const tool = await publishing.tool({ approvals: 1 });
    const answers = await Promise.all(
      [ann, ben].map((one, index) => publishing.put(one, tool, { undo: `${index + 2}m` }, "?expectedVersion=1")),
    );
    expect(statuses(answers)).toEqual([201, 412]);
    expect(await versionsOf(tool)).toBe(2);
  });

  test("a tool that has no contract yet is expected to have none", async () => {
    const put = (tool: string, query: string) => publishing.put(ann, tool, {}, query);
    expect(await put("brand_new", "?expectedVersion=1")).toMatchObject({ status: 412 });
    expect(await put("brand_new", "?expectedVersion=0")).toMatchObject({ status: 201 });
    expect(await put("brand_new", "?expected=0")).toMatchObject({ status: 400 });
  });
});
