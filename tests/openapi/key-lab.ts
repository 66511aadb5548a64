// Calls about the Key Lab and key audits, as the description of the API has them.
import { describe, expect, test } from "vitest";
import { ledgerContract } from "../support/ledger-contract";
import { idOf, type OpenApiStage } from "./stage";

const REPLAY = "POST /api/v1/contracts/{tool}/replay";
const AUDITS = "/api/v1/key-audits";

export function keyLabCalls(stageOf: () => OpenApiStage): void {
  test("the Key Lab: a changed contract on what was recorded", async () => {
    const stage = stageOf();
    const tool = await stage.publish();
    await stage.submit(202, tool);
    const contract = ledgerContract(tool, { key: { scope: "run" } });
    const { body } = await stage.calls(200, REPLAY, { at: { tool }, body: { contract } });
    expect(body).toMatchObject({ submissions: { read: 1 } });
    await stage.calls(400, REPLAY, { at: { tool }, body: { contract }, query: "limit=-1" });
    await stage.calls(422, REPLAY, { at: { tool }, body: { contract: { tool } } });
    const plain = { "content-type": "text/plain" };
    await stage.calls(415, REPLAY, { at: { tool }, body: "tool", headers: plain });
  });

  describe("key audits", () => {
    test("asking for one, following it, and its table", async () => {
      const stage = stageOf();
      const at = { id: idOf(await stage.calls(202, `POST ${AUDITS}`)) };
      const look = async () => (await stage.calls(200, `GET ${AUDITS}/{id}`, { at })).body["state"];
      await expect.poll(look, { timeout: 20_000 }).toBe("finished");
      await stage.calls(200, `GET ${AUDITS}/{id}/csv`, { at });
      await stage.calls(200, `GET ${AUDITS}`, { query: "limit=1" });
      await stage.calls(400, `GET ${AUDITS}`, { query: "cursor=-" });
    });

    test("one at a time, and no table before its end", async () => {
      const stage = stageOf();
      const id = `kad_${"0".repeat(25)}1`;
      // Somebody holds it for longer than anybody will look.
      await stage.onDatabase(
        `insert into key_audits (id, state, window_from, window_to, created_at, worker, lease_until)
         values ($1, 'running', now() - interval '1 day', now(), now(), 'nobody', now() + interval '1 hour')`,
        id,
      );
      await stage.calls(409, `POST ${AUDITS}`);
      await stage.calls(409, `GET ${AUDITS}/{id}/csv`, { at: { id } });
      await stage.onDatabase("delete from key_audits where id = $1", id);
    });
  });
}
