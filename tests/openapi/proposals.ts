// Calls about contracts that take several people to publish, as the description of the API has them.
import { expect, test } from "vitest";
import { ledgerContract } from "../support/ledger-contract";
import type { OpenApiStage } from "./stage";

const CONTRACT = "/api/v1/contracts/{tool}";
const PUT = `PUT ${CONTRACT}`;
const CHECK = `POST ${CONTRACT}/check`;
const PROPOSALS = `${CONTRACT}/proposals`;
const CONFIRM = `POST ${PROPOSALS}/{id}/confirm`;

type Proposed = { proposal: { id: string; digest: string } };

async function addAdmin(stage: OpenApiStage): Promise<string> {
  const name = stage.fresh("admin ");
  const body = { email: `${name.replace(" ", ".")}@people.test`, name, role: "admin" };
  const { body: person } = await stage.calls(201, "POST /api/v1/operators", { body });
  const at = { id: String(person["id"]) };
  const { body: made } = await stage.calls(201, "POST /api/v1/operators/{id}/tokens", { at, body: { name: "ci" } });
  return String(made["token"]);
}

export function proposalCalls(stageOf: () => OpenApiStage): void {
  test("a contract that takes three people: proposing, confirming, taking back", async () => {
    const stage = stageOf();
    const people = [await addAdmin(stage), await addAdmin(stage)];
    const publish = { approvals: 3 };
    const tool = await stage.publish({ publish });
    const changed = (undo: string) => ({ at: { tool }, body: ledgerContract(tool, { publish, undo }) });
    const propose = async (undo: string) => (await stage.calls(202, PUT, changed(undo))).body as Proposed;

    const { proposal } = await propose("5s");
    await stage.calls(409, PUT, { ...changed("6s"), as: people[0] });
    await stage.calls(412, PUT, { ...changed("6s"), query: "expectedVersion=7" });
    const { body } = await stage.calls(200, `GET ${CONTRACT}`, { at: { tool } });
    expect(body).toMatchObject({ version: 1, proposal });
    await stage.calls(200, `GET ${PROPOSALS}`, { at: { tool } });
    await stage.calls(400, `GET ${PROPOSALS}`, { at: { tool }, query: "cursor=-" });
    await stage.calls(200, `GET ${PROPOSALS}/{id}`, { at: { tool, id: proposal.id } });

    const confirm = ({ id, digest }: Proposed["proposal"], as?: string | undefined) => ({
      at: { tool, id },
      body: { digest },
      ...(as === undefined ? {} : { as }),
    });
    await stage.calls(409, CONFIRM, confirm(proposal));
    await stage.calls(412, CONFIRM, confirm({ ...proposal, digest: "other" }, people[0]));
    await stage.calls(202, CONFIRM, confirm(proposal, people[0]));
    await stage.calls(201, CONFIRM, confirm(proposal, people[1]));

    const { proposal: broken } = await propose("7s");
    await stage.calls(202, CONFIRM, confirm(broken, people[0]));
    // As if it had been written for another version of Interlock.
    await stage.onDatabase("update contract_proposals set source = '{}' where id = $1", broken.id);
    await stage.calls(422, CONFIRM, confirm(broken, people[1]));
    await stage.calls(204, `DELETE ${PROPOSALS}/{id}`, { at: { tool, id: broken.id } });
  });

  test("asking what publishing would say", async () => {
    const stage = stageOf();
    const tool = await stage.publish();
    const { body } = await stage.calls(200, CHECK, { at: { tool }, body: ledgerContract(tool, { undo: "5s" }) });
    expect(body).toMatchObject({ activeVersion: 1, isChange: true, peopleNeeded: 1 });
    await stage.calls(422, CHECK, { at: { tool }, body: { tool } });
    await stage.calls(415, CHECK, { at: { tool }, body: "tool", headers: { "content-type": "text/plain" } });
  });
}
