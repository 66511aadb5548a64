// Calls about intents, as the description of the API has them.
import { describe, expect, test } from "vitest";
import { INTENT, idOf, type OpenApiStage, WAIT } from "./stage";

export function intentCalls(stageOf: () => OpenApiStage): void {
  describe("intents", () => {
    test("new ones: open, ended, refused, failed, partly done, in doubt, observed", async () => {
      const stage = stageOf();
      const pay = await stage.publish();
      await stage.submit(201, pay, { headers: WAIT, reason: "asked by phone", metadata: { ticket: 7 }, session: 9 });
      await stage.submit(202, await stage.publish({ policy: [{ then: "hold", approvals: 2 }] }));
      await stage.submit(201, await stage.publish({ policy: [{ then: "refuse", reason: "never" }] }));
      await stage.submit(201, await stage.publish({ mode: "observe", policy: [{ then: "hold" }] }), { headers: WAIT });
      const faults = [
        { kind: "refuse", status: 201 },
        { kind: "partial", status: 201 },
        { kind: "effect_then_500", status: 202 },
      ];
      for (const { kind, status } of faults) {
        const tool = await stage.publish();
        const fault = JSON.stringify({ kind, route: `/corpus/${tool}` });
        await (await fetch(`${stage.product.ledgerUrl}/faults`, { method: "PUT", body: fault })).text();
        const { body } = await stage.submit(status, tool, { headers: WAIT });
        const id = String(body["id"]);
        for (const part of ["attempts", "events"]) await stage.calls(200, `GET ${INTENT}/${part}`, { at: { id } });
      }
    });

    test("duplicates: joined, replayed, drifted, look-alikes, and those that the contract refuses", async () => {
      const stage = stageOf();
      const ask = { args: { orderId: "same" }, run: "same" };
      const held = await stage.publish({ policy: [{ then: "hold" }] });
      await stage.submit(202, held, ask);
      await stage.submit(202, held, ask);
      await stage.submit(202, held, { args: { orderId: "same", amount: 6 }, run: "same" });
      const lookalike = await stage.submit(202, held, { args: { orderId: "same" }, run: "other" });
      expect(lookalike.body).toMatchObject({ resembles: [{ kind: "lookalike" }] });
      const ran = await stage.publish();
      await stage.submit(201, ran, { ...ask, headers: WAIT });
      await stage.submit(200, ran, { ...ask, headers: WAIT });
      const drifted = await stage.submit(200, ran, { args: { orderId: "same", amount: 6, note: "new" }, run: "same" });
      expect(drifted.body).toMatchObject({ drift: true, differences: [{ pointer: "/amount" }] });
      const more = await stage.submit(200, ran, {
        args: { orderId: "same", memo: "was not there before" },
        run: "same",
      });
      expect(more.body).toMatchObject({ drift: true, differences: [{ pointer: "/memo" }] });
      const refuse = { same: "refuse", drift: "refuse", lookalike: "refuse", variant: "refuse", missing: "refuse" };
      const strict = await stage.publish({ duplicates: refuse, policy: [{ then: "hold" }] });
      await stage.submit(202, strict, ask);
      await stage.submit(409, strict, ask);
      await stage.submit(409, strict, { args: { orderId: "same" }, run: "other" });
      await stage.submit(409, strict, { args: { orderId: "same", amount: 6 }, run: "other" });
      await stage.submit(422, strict, { args: { orderId: "same", amount: 6 }, run: "same" });
      await stage.submit(409, strict, { contractVersion: 99 });
      await stage.submit(422, strict, { args: { amount: "much" } });
      await stage.submit(400, strict, { run: undefined, step: undefined });
      await stage.submit(404, "nobodys_tool");
    });

    test("lists and parts, for agents and for operators", async () => {
      const stage = stageOf();
      const tool = await stage.publish();
      const id = idOf(await stage.submit(201, tool, { headers: WAIT }));
      await stage.calls(200, `GET ${INTENT}`, { at: { id }, headers: WAIT });
      await stage.calls(200, `GET ${INTENT}`, { at: { id }, as: stage.product.agentKey });
      const query = `state=succeeded&tool=${tool}&from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00%2B01:00&q=${id}`;
      const { body } = await stage.calls(200, "GET /api/v1/intents", { query });
      expect(body).toMatchObject({ items: [{ id }], nextCursor: null });
      await stage.calls(200, "GET /api/v1/intents", { as: stage.product.agentKey });
      await stage.calls(400, "GET /api/v1/intents", { query: "state=lost" });
      await stage.calls(403, "GET /api/v1/intents", { as: stage.product.agentKey, query: "operator=opr_1" });
      await stage.calls(200, "GET /api/v1/intents", { query: "operator=opr_1&identity=o1&effectId=e&currency=usd" });
      for (const part of ["submissions", "attempts", "events"]) {
        const { body: page } = await stage.calls(200, `GET ${INTENT}/${part}`, { at: { id } });
        expect(page["items"]).not.toEqual([]);
        await stage.calls(400, `GET ${INTENT}/${part}`, { at: { id }, query: "limit=0" });
      }
      const { body: found } = await stage.calls(200, "GET /api/v1/findings", { query: "state=open&kind=drift" });
      expect(found["items"]).not.toEqual([]);
      await stage.calls(400, "GET /api/v1/findings", { query: "state=lost" });
    });

    test("what a list amounts to, and taking it away as a file", async () => {
      const stage = stageOf();
      const query = `tool=${await stage.publish()}&currency=usd`;
      const TOTALS = "GET /api/v1/intents/totals";
      await stage.calls(200, TOTALS, { query });
      await stage.calls(200, TOTALS, { as: stage.product.agentKey });
      await stage.calls(403, TOTALS, { as: stage.product.agentKey, query: "operator=opr_1" });
      await stage.calls(400, TOTALS, { query: "limit=5" });
      await stage.calls(200, "GET /api/v1/intents/export", { query });
      await stage.calls(400, "GET /api/v1/intents/export", { query: "state=lost" });
    });

    test("deciding, undoing and withdrawing", async () => {
      const stage = stageOf();
      const tool = await stage.publish({ policy: [{ then: "hold" }], undo: "1h" });
      const { body: held } = await stage.submit(202, tool);
      const at = { id: String(held["id"]) };
      const approve = { verdict: "approve", argsDigest: held["argsDigest"] };
      await stage.calls(412, `POST ${INTENT}/decisions`, { at, body: { ...approve, argsDigest: "0".repeat(64) } });
      await stage.calls(422, `POST ${INTENT}/decisions`, { at, body: { ...approve, args: { orderId: "o" } } });
      await stage.calls(200, `POST ${INTENT}/explain`, { at, body: {} });
      await stage.calls(422, `POST ${INTENT}/explain`, { at, body: { args: { orderId: "o" } } });
      await stage.calls(409, `POST ${INTENT}/undo`, { at });
      await stage.calls(200, `POST ${INTENT}/decisions`, { at, body: approve });
      await stage.calls(409, `POST ${INTENT}/decisions`, { at, body: approve });
      await stage.calls(200, `POST ${INTENT}/undo`, { at, body: { reason: "too fast" } });
      await stage.calls(200, `POST ${INTENT}/withdraw`, { at });
      await stage.calls(409, `POST ${INTENT}/withdraw`, { at, body: { reason: "again" } });
    });

    test("ordering a second effect, alone and with others, and taking the order back", async () => {
      const stage = stageOf();
      const BYPASS = `${INTENT}/bypass`;
      const body = { reason: "it went to the wrong account" };
      const easy = await stage.publish({ bypass: { role: "approver", approvals: 1 } });
      const at = { id: idOf(await stage.submit(201, easy, { headers: WAIT })) };
      const next = await stage.calls(201, `POST ${BYPASS}`, { at, body });
      expect(next.body).toMatchObject({ generation: 2, bypass: { state: "given" } });
      await stage.calls(409, `POST ${BYPASS}`, { at, body });
      await stage.calls(403, `POST ${BYPASS}`, { at, body, as: stage.product.agentKey });
      const hard = await stage.publish({ bypass: { role: "admin", approvals: 2 } });
      const waiting = { id: idOf(await stage.submit(201, hard, { headers: WAIT })) };
      const ordered = await stage.calls(202, `POST ${BYPASS}`, { at: waiting, body });
      expect(ordered.body).toMatchObject({ id: waiting.id, bypass: { state: "pending", peopleNeeded: 2 } });
      await stage.calls(200, `GET ${INTENT}`, { at: waiting });
      await stage.calls(204, `DELETE ${BYPASS}`, { at: waiting });
      await stage.calls(404, `DELETE ${BYPASS}`, { at: waiting });
    });

    test("saying how a doubt ended, alone and with others", async () => {
      const stage = stageOf();
      const RESOLUTION = `POST ${INTENT}/resolution`;
      const inDoubt = async (more: Record<string, unknown> = {}) => {
        const tool = await stage.publish(more);
        const fault = JSON.stringify({ kind: "effect_then_500", route: `/corpus/${tool}` });
        await (await fetch(`${stage.product.ledgerUrl}/faults`, { method: "PUT", body: fault })).text();
        return { id: idOf(await stage.submit(202, tool, { headers: WAIT })) };
      };
      const body = { outcome: "executed", effectId: "fx_1", evidence: "seen in their console" };
      const at = await inDoubt();
      await stage.calls(400, RESOLUTION, { at, body: { ...body, evidence: "" } });
      await stage.calls(403, RESOLUTION, { at, body, as: stage.product.agentKey });
      expect((await stage.calls(200, RESOLUTION, { at, body })).body).toMatchObject({ state: "succeeded" });
      await stage.calls(409, RESOLUTION, { at, body });
      const two = await inDoubt({ resolution: { role: "admin", approvals: 2 } });
      const absent = { outcome: "not_executed", evidence: "not there" };
      await stage.calls(409, RESOLUTION, { at: two, body: absent });
      const said = await stage.calls(200, RESOLUTION, { at: two, body: { ...absent, confirmEarly: true } });
      expect(said.body).toMatchObject({
        state: "in_doubt",
        doubt: { approvalsNeeded: 2, statements: [{ then: "retry", insisted: true }] },
      });
      await stage.calls(200, `GET ${INTENT}`, { at: two });
    });

    test("an edited approval, a chosen variant, and the generation after a denial", async () => {
      const stage = stageOf();
      const tool = await stage.publish({ policy: [{ then: "hold" }] });
      const ask = (amount: number) => stage.submit(202, tool, { args: { orderId: "v", amount }, run: "v" });
      const { body: held } = await ask(5);
      const { body: drifted } = await ask(6);
      const at = { id: String(held["id"]) };
      const variant = (drifted["submission"] as { id: string }).id;
      const { body: denied } = await stage.calls(200, `POST ${INTENT}/decisions`, {
        at,
        body: { verdict: "deny", reason: "neither" },
      });
      expect(denied).toMatchObject({ state: "denied", error: { code: "denied" } });
      const { body: next } = await ask(7);
      expect(next).toMatchObject({ generation: 2, links: { predecessor: `/api/v1/intents/${at.id}` } });
      await stage.calls(200, `GET ${INTENT}`, { at });
      await stage.calls(404, `POST ${INTENT}/decisions`, {
        at: { id: String(next["id"]) },
        body: { verdict: "approve", argsDigest: next["argsDigest"], submissionId: variant },
      });
      const edited = { verdict: "approve", argsDigest: next["argsDigest"], args: { orderId: "v", amount: 8 } };
      await stage.calls(200, `POST ${INTENT}/decisions`, { at: { id: String(next["id"]) }, body: edited });
      for (const part of ["submissions", "events"]) {
        for (const id of [at.id, String(next["id"])]) await stage.calls(200, `GET ${INTENT}/${part}`, { at: { id } });
      }
    });

    test("explaining, to an agent and to an operator", async () => {
      const stage = stageOf();
      const limits = [{ per: "agent", sum: "/amount", max: 2, window: "24h", over: "hold" }];
      const tool = await stage.publish({
        policy: [{ when: "args.amount > 100", then: "refuse" }, { then: "clear" }],
        limits,
      });
      const body = { tool, args: { orderId: "e", amount: "5", note: "n" }, run: "e", step: "s" };
      for (const as of [stage.product.agentKey, stage.product.operatorToken]) {
        await stage.calls(200, "POST /api/v1/explain", { as, body });
        await stage.submit(202, tool, { args: body.args, run: "e" });
        await stage.calls(200, "POST /api/v1/explain", { as, body });
        await stage.calls(200, "POST /api/v1/explain", { as, body: { ...body, args: { orderId: "e", amount: 7 } } });
        await stage.calls(200, "POST /api/v1/explain", { as, body: { ...body, run: "e2" } });
        await stage.calls(200, "POST /api/v1/explain", {
          as,
          body: { ...body, args: { orderId: "e", amount: 5, memo: "m" } },
        });
      }
      await stage.calls(200, "POST /api/v1/explain", { body: { ...body, namespace: "elsewhere" } });
      await stage.calls(403, "POST /api/v1/explain", {
        as: stage.product.agentKey,
        body: { ...body, namespace: "elsewhere" },
      });
      await stage.calls(404, "POST /api/v1/explain", { body: { ...body, tool: "nobodys_tool" } });
      await stage.calls(409, "POST /api/v1/explain", { body: { ...body, contractVersion: 99 } });
      await stage.calls(422, "POST /api/v1/explain", { body: { ...body, args: {} } });
    });
  });
}
