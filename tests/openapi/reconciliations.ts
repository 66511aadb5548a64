// Calls about reconciliations and findings, as the description of the API has them.
import { describe, expect, test } from "vitest";
import { ledgerContract } from "../support/ledger-contract";
import { idOf, type OpenApiStage } from "./stage";

const RUNS = "/api/v1/reconciliations";
const FINDING = "/api/v1/findings/{id}";
const CSV = { "content-type": "text/csv" };

export function reconciliationCalls(stageOf: () => OpenApiStage): void {
  async function ended(at: { id: string }): Promise<void> {
    const look = async () => (await stageOf().calls(200, `GET ${RUNS}/{id}`, { at })).body["state"];
    await expect.poll(look).toBe("finished");
  }

  describe("reconciliations", () => {
    test("by probe, by a statement, watched and stopped", async () => {
      const stage = stageOf();
      const probe = { url: "{+config.LEDGER_URL}/corpus/x?key={key}", effectId: "/data/0/id" };
      const { execute } = ledgerContract("x") as { execute: object };
      const tool = await stage.publish({ execute: { ...execute, probe } });
      const at = { id: idOf(await stage.calls(202, `POST ${RUNS}`, { body: { tool } })) };
      await ended(at);
      await stage.calls(409, `POST ${RUNS}/{id}/stop`, { at });
      const statement = { query: `tool=${tool}`, headers: CSV, body: "id,amount\nfx_described,5\nfx_bad,five\n" };
      const received = await stage.calls(202, `POST ${RUNS}`, statement);
      expect(received.body).toMatchObject({ errors: [{ line: 3 }] });
      await ended({ id: idOf(received) });
      await stage.calls(200, `GET ${RUNS}/{id}/errors`, { at: { id: idOf(received) } });
      await stage.calls(400, `GET ${RUNS}/{id}/errors`, { at, query: "cursor=-" });
      // Left out silently, it would compare another time than was asked for.
      await stage.calls(400, `POST ${RUNS}`, { query: "from=2026-01-01T00:00:00Z", body: { tool } });
      await stage.calls(200, `GET ${RUNS}`, { query: `tool=${tool}` });
      await stage.calls(400, `GET ${RUNS}`, { query: "limit=0" });
      await stage.calls(404, `POST ${RUNS}`, { body: { tool: "nobodys_tool" } });
      await stage.calls(415, `POST ${RUNS}`, { ...statement, headers: { "content-type": "application/pdf" } });
      await stage.onDatabase(
        `insert into reconciliations (id, tool, source, state, phase, margin_ms, requested_by, created_at, due_at)
         select 'rec_' || lpad(n::text, 26, '0'), $1, 'probe', 'running', 'probing', 0, 'opr', now(), now() + interval '1 day'
         from generate_series(1, 5) as n`,
        tool,
      );
      await stage.calls(409, `POST ${RUNS}`, { body: { tool } });
      await stage.calls(200, `POST ${RUNS}/{id}/stop`, { at: { id: `rec_${"1".padStart(26, "0")}` }, body: {} });
    });

    test("so many uploads at once and no more", async () => {
      const stage = stageOf();
      const tool = await stage.publish();
      const query = `tool=${tool}`;
      const ends: (() => void)[] = [];
      const uploads = [1, 2].map(() => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(Buffer.from("id\nfx_1\n"));
            ends.push(() => controller.close());
          },
        });
        const headers = { ...CSV, authorization: `Bearer ${stage.product.operatorToken}` };
        return fetch(`${stage.product.url}${RUNS}?${query}`, { method: "POST", headers, body, ...{ duplex: "half" } });
      });
      const receiving = async () => {
        const { body } = await stage.calls(200, `GET ${RUNS}`, { query });
        return (body["items"] as { state: string }[]).filter(({ state }) => state === "receiving").length;
      };
      await expect.poll(receiving).toBe(2);
      await stage.calls(429, `POST ${RUNS}`, { query, headers: CSV, body: "id\n" });
      for (const end of ends) end();
      for (const upload of uploads) expect((await upload).status).toBe(202);
    });
  });

  test("findings and what came of them", async () => {
    const stage = stageOf();
    const { body } = await stage.calls(200, "GET /api/v1/findings", { query: "kind=orphan" });
    const at = { id: (body["items"] as { id: string }[])[0]?.id ?? "" };
    await stage.calls(200, `GET ${FINDING}`, { at });
    await stage.calls(200, `POST ${FINDING}/state`, { at, body: { state: "resolved", note: "A test." } });
    await stage.calls(409, `POST ${FINDING}/state`, { at, body: { state: "resolved", note: "Mine." } });
  });
}
