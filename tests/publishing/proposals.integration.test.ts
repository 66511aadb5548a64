// A contract whose active version asks for several people: proposing, confirming, taking back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContractDto, PublishedDto } from "@/lib/wire/contract";
import { ProposalListDto, ProposalTextDto, ProposedDto } from "@/lib/wire/proposal";
import { contract } from "../gate/support/contract";
import { type Person, Publishing } from "./support/publishing";

let publishing: Publishing;
let ann: Person;
let ben: Person;
let eve: Person;
beforeAll(async () => {
  publishing = await Publishing.open();
  [ann, ben, eve] = publishing.admins;
});
afterAll(() => publishing.close());

describe("a contract that takes two people", () => {
  test("is not published by the first: it waits, visible in the contract, and the second publishes it", async () => {
    const tool = await publishing.tool();
    const put = await publishing.put(ann, tool, { undo: "5m" });
    expect(put.status).toBe(202);
    const { proposal } = ProposedDto.parse(put.body);
    expect(put.headers.get("location")).toBe(`/api/v1/contracts/${tool}/proposals/${proposal.id}`);
    expect(proposal).toMatchObject({ state: "open", baseVersion: 1, peopleNeeded: 2, role: "admin", version: null });
    expect(proposal.people).toEqual([{ id: ann.id, name: ann.name, at: expect.any(String) }]);
    expect(Date.parse(proposal.expiresAt) - Date.parse(proposal.createdAt)).toBe(7 * 86_400_000);
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal, definition: { undo: "1h" } });

    const confirmed = await publishing.confirm(ben, proposal);
    expect(confirmed.status).toBe(201);
    expect(PublishedDto.parse(confirmed.body)).toMatchObject({ tool, version: 2 });
    const after = await publishing.read(tool);
    expect(ContractDto.parse(after)).toMatchObject({ version: 2, proposal: null });
    expect(after.definition).toMatchObject({ undo: "5m" });
    const { body } = await ben.call("GET", `/contracts/${tool}/versions/2`);
    expect(body).toMatchObject({ publishedBy: ann.id, source: JSON.stringify(contract(tool, { undo: "5m" })) });
    const ended = await ben.call("GET", `/contracts/${tool}/proposals/${proposal.id}`);
    expect(ProposalTextDto.parse(ended.body)).toMatchObject({
      state: "published",
      version: 2,
      endedBy: { id: ben.id, name: ben.name },
      source: body["source"],
    });
  });

  test("leaves every step on record, with who took it", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    await publishing.confirm(ben, proposal);
    const events = (await publishing.events(tool)).slice(1);
    expect(events).toMatchObject([
      { type: "contract.proposed", actor: ann.id, data: { proposalId: proposal.id, digest: proposal.digest } },
      { type: "contract.confirmed", actor: ben.id, data: { proposalId: proposal.id, people: 2, peopleNeeded: 2 } },
      {
        type: "contract.published",
        actor: ben.id,
        data: { version: 2, previous: 1, proposalId: proposal.id, people: [ann.id, ben.id] },
      },
    ]);
  });

  test("does not lose that rule to one person: the active version decides how many it takes", async () => {
    const tool = await publishing.tool();
    expect(await publishing.put(ann, tool, { publish: { approvals: 1 } })).toMatchObject({ status: 202 });
    expect(await publishing.read(tool)).toMatchObject({ version: 1 });
    const { proposal } = await publishing.read(tool);
    expect(proposal).not.toBeNull();
    if (proposal !== null) expect((await publishing.confirm(ben, proposal)).status).toBe(201);
    // Two agreed that from now on one is enough.
    expect(await publishing.put(ann, tool, { undo: "7m" })).toMatchObject({ status: 201, body: { version: 3 } });
  });

  test("that equals the active version is answered 200, whoever sends it and whatever waits", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    const same = await publishing.put(ben, tool, { publish: { approvals: 2 } });
    expect(same).toMatchObject({ status: 200, body: { version: 1 } });
    expect((await publishing.read(tool)).proposal?.id).toBe(proposal.id);
  });
});

describe("the same person", () => {
  test("confirms nothing of their own, however often", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await publishing.confirm(ann, proposal);
      expect(answer).toMatchObject({ status: 409, body: { code: "already_approved" } });
    }
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: { people: [{ id: ann.id }] } });
  });

  test("may send the same text again, as every deploy does: it is the same proposal", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    expect(await publishing.propose(ann, tool)).toEqual(proposal);
    expect((await publishing.eventTypes(tool)).filter((type) => type === "contract.proposed")).toHaveLength(1);
  });

  test("who proposes another text replaces their own", async () => {
    const tool = await publishing.tool();
    const first = await publishing.propose(ann, tool);
    const second = await publishing.propose(ann, tool, { undo: "6m" });
    expect(second.id).not.toBe(first.id);
    expect(await publishing.confirm(ben, first)).toMatchObject({ status: 409, body: { code: "proposal_over" } });
    expect(await publishing.confirm(ben, second)).toMatchObject({ status: 201 });
    expect(await publishing.read(tool)).toMatchObject({ definition: { undo: "6m" } });
    expect(await publishing.eventTypes(tool)).toContain("contract.proposal_replaced");
  });
});

describe("another person", () => {
  test("who sends the same text has confirmed nothing: confirming is a word of its own", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    expect(await publishing.propose(ben, tool)).toEqual(proposal);
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: { people: [{ id: ann.id }] } });
  });

  test("who sends another text is told what waits, and nothing is lost", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    const answer = await publishing.put(ben, tool, { undo: "6m" });
    expect(answer).toMatchObject({ status: 409, body: { code: "proposal_open" } });
    expect(answer.body["detail"]).toContain(proposal.id);
    expect((await publishing.read(tool)).proposal).toEqual(proposal);
  });

  test("who saw something else is refused (L10)", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    const answer = await publishing.confirm(ben, { ...proposal, digest: "0".repeat(64) });
    expect(answer).toMatchObject({ status: 412, body: { code: "proposal_changed" } });
    const none = await ben.call("POST", `/contracts/${tool}/proposals/${proposal.id}/confirm`, {});
    expect(none).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: { people: [{ id: ann.id }] } });
  });
});

describe("who may", () => {
  test("admins alone propose; approvers confirm where the contract says so; viewers and agents neither", async () => {
    const strict = await publishing.tool();
    const easy = await publishing.tool({ approvals: 2, role: "approver" });
    const viewer = await publishing.addPerson("viewer");
    expect((await publishing.put(publishing.approver, easy, {})).status).toBe(403);
    const [one, other] = [await publishing.propose(ann, strict), await publishing.propose(ann, easy)];
    expect((await publishing.confirm(publishing.approver, one)).status).toBe(403);
    expect((await publishing.confirm(viewer, other)).status).toBe(403);
    const asAgent = await publishing.stage.product.asAgent("GET", `/api/v1/contracts/${easy}/proposals`);
    expect(asAgent.status).toBe(403);
    expect((await publishing.confirm(publishing.approver, other)).status).toBe(201);
  });

  test("a proposal of three people counts three", async () => {
    const tool = await publishing.tool({ approvals: 3 });
    const proposal = await publishing.propose(ann, tool);
    const second = await publishing.confirm(ben, proposal);
    expect(second.status).toBe(202);
    expect(ProposedDto.parse(second.body).proposal.people.map(({ id }) => id)).toEqual([ann.id, ben.id]);
    expect((await publishing.confirm(ben, proposal)).status).toBe(409);
    expect((await publishing.confirm(eve, proposal)).status).toBe(201);
  });
});

describe("it ends", () => {
  test("when somebody takes it back: whoever stands behind it, or an admin", async () => {
    const tool = await publishing.tool({ approvals: 3, role: "approver" });
    const mine = await publishing.propose(ann, tool);
    expect((await publishing.withdraw(publishing.approver, mine)).status).toBe(403);
    await publishing.confirm(publishing.approver, mine);
    expect((await publishing.withdraw(publishing.approver, mine)).status).toBe(204);
    expect((await publishing.withdraw(ann, mine)).status).toBe(404);
    expect(await publishing.confirm(ben, mine)).toMatchObject({ status: 409, body: { code: "proposal_over" } });
    const again = await publishing.propose(ann, tool);
    expect((await publishing.withdraw(ben, again)).status).toBe(204);
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: null });
    const withdrawn = (await publishing.eventTypes(tool)).filter((type) => type === "contract.proposal_withdrawn");
    expect(withdrawn).toHaveLength(2);
    const list = ProposalListDto.parse((await ben.call("GET", `/contracts/${tool}/proposals`)).body);
    expect(list.items.map(({ id, state }) => [id, state])).toEqual([
      [again.id, "withdrawn"],
      [mine.id, "withdrawn"],
    ]);
    const page = ProposalListDto.parse((await ben.call("GET", `/contracts/${tool}/proposals?limit=1`)).body);
    expect(page).toMatchObject({ items: [{ id: again.id }], nextCursor: again.id });
  });

  test("after seven days: it is no longer shown or confirmed, and the next one is a new one", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    await publishing.stage.sql(
      "update contract_proposals set expires_at = now() - interval '1 ms' where id = $1",
      proposal.id,
    );
    expect((await publishing.read(tool)).proposal).toBeNull();
    const shown = await ben.call("GET", `/contracts/${tool}/proposals/${proposal.id}`);
    expect(shown.body).toMatchObject({ state: "expired", endedBy: null });
    const late = await publishing.confirm(ben, proposal);
    expect(late).toMatchObject({
      status: 409,
      body: { code: "proposal_over", detail: expect.stringMatching(/^It has expired/) },
    });
    expect((await publishing.withdraw(ann, proposal)).status).toBe(404);
    const next = await publishing.propose(ben, tool);
    expect(next.id).not.toBe(proposal.id);
    expect((await publishing.confirm(ann, next)).status).toBe(201);
    expect(await publishing.eventTypes(tool)).toContain("contract.proposal_expired");
  });

  test("a record that cannot be written undoes all of it (L9)", async () => {
    const tool = await publishing.tool();
    const proposal = await publishing.propose(ann, tool);
    await publishing.stage.sql(`create function no_record() returns trigger language plpgsql as
      $$ begin if new.type = 'contract.published' then raise exception 'no record'; end if; return new; end $$`);
    await publishing.stage.sql(
      "create trigger no_record before insert on journal for each row execute function no_record()",
    );
    expect((await publishing.confirm(ben, proposal)).status).toBe(500);
    await publishing.stage.sql("drop trigger no_record on journal");
    await publishing.stage.sql("drop function no_record");
    expect(await publishing.read(tool)).toMatchObject({ version: 1, proposal: { people: [{ id: ann.id }] } });
    expect(await publishing.eventTypes(tool)).not.toContain("contract.confirmed");
    expect((await publishing.confirm(ben, proposal)).status).toBe(201);
  });
});

test("proposals of no tool, and no proposals, are told apart from none", async () => {
  const tool = await publishing.tool();
  expect(await ann.call("GET", `/contracts/${tool}/proposals`)).toMatchObject({ status: 200, body: { items: [] } });
  expect(await ann.call("GET", "/contracts/no_such_tool/proposals")).toMatchObject({ status: 404 });
  expect(await ann.call("GET", `/contracts/${tool}/proposals/prp_nonsense`)).toMatchObject({ status: 404 });
  const other = await publishing.propose(ann, await publishing.tool());
  expect(await publishing.confirm(ben, { ...other, tool })).toMatchObject({ status: 404 });
});
