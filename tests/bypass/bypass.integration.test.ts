import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "../gate/support/contract";
import { Stage } from "../gate/support/stage";
import { LIVE, REPLAYED } from "../gate/support/states";
import { alignDue } from "../support/align-due";
import type { CallAs } from "../support/call-as";
import { EASY, eventTypes, expectLinked, inState, order, WHY } from "./support/orders";

let stage: Stage;
let approver: CallAs;
beforeAll(async () => {
  stage = await Stage.open();
  approver = await stage.operator("approver");
});
afterAll(() => stage.close());

describe("what may be bypassed", () => {
  test.each([...REPLAYED, "transient", "expired", "withdrawn"] as const)(
    "%s: a new generation of the same key is cleared, linked both ways, and the first stays as it was",
    async (state) => {
      const { id } = await inState(stage, await stage.shared(EASY), state);
      const before = await stage.row(id);
      const answer = await order(approver, id);
      expect(answer).toMatchObject({
        status: 201,
        body: { state: "cleared", generation: 2, argsDigest: before.argsDigest },
      });
      expect(answer.headers.get("location")).toBe(`/api/v1/intents/${answer.body["id"]}`);
      await expectLinked(stage, id, answer.body["id"]);
      expect(await stage.row(id)).toEqual({ ...before, successorId: answer.body["id"], version: before.version + 1 });
    },
  );

  test.each([...LIVE, "overdue"] as const)("%s: it has not ended, so there is nothing to bypass", async (state) => {
    const { id } = await inState(stage, await stage.shared(EASY), state);
    const before = await stage.row(id);
    expect(await order(approver, id)).toMatchObject({ status: 409, body: { code: "wrong_state", intentId: id } });
    expect(await stage.row(id)).toEqual(before);
    expect(await stage.count("bypass_orders", "intent_id = $1", id)).toBe(0);
  });

  test("what policy refuses is refused to people too", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "refused");
    expect(await order(approver, id)).toMatchObject({ status: 409, body: { code: "policy_refused" } });
    expect((await stage.row(id)).successorId).toBeNull();
  });

  test("a superseded generation is not bypassed again; the newest is, once more", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "denied");
    const second = String((await order(approver, id)).body["id"]);
    const again = await order(approver, id);
    expect(again).toMatchObject({ status: 409, body: { code: "superseded", intentId: id } });
    expect(again.body["correctiveAction"]).toContain(second);
    await stage.sql("update intents set due_at = now() - interval '1 ms', undo_until = null where id = $1", second);
    await alignDue((sql) => stage.sql(sql));
    await stage.run(second, { class: "success", effectId: "fx_second", result: null });
    const third = await order(approver, second);
    expect(third).toMatchObject({ status: 201, body: { generation: 3 } });
    await expectLinked(stage, second, third.body["id"]);
  });
});

describe("who may bypass", () => {
  test("an agent never, with any key", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "succeeded");
    const answer = await stage.product.asAgent("POST", `/api/v1/intents/${id}/bypass`, { reason: WHY });
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await stage.product.asAgent("DELETE", `/api/v1/intents/${id}/bypass`)).status).toBe(403);
    expect((await stage.row(id)).successorId).toBeNull();
  });

  test("no viewer, and no approver where the contract asks for an admin", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "succeeded");
    expect(await order(await stage.operator("viewer"), id)).toMatchObject({
      status: 403,
      body: { code: "role_required" },
    });
    const strict = await inState(stage, await stage.shared({ bypass: { role: "admin", approvals: 1 } }), "succeeded");
    expect(await order(approver, strict.id)).toMatchObject({ status: 403, body: { code: "role_required" } });
    expect((await order(await stage.operator("admin"), strict.id)).status).toBe(201);
  });

  test.each([
    ["high value", {}, 202],
    ["low value", { value: "low" }, 201],
    ["irreversible", { value: "low", effect: "irreversible", allowAutoClear: true }, 202],
  ])("by default, %s needs its people", async (_, more, status) => {
    const { id } = await inState(stage, await stage.tool(more), "succeeded");
    expect((await order(approver, id)).status).toBe(status === 202 ? 403 : 201);
    if (status === 202) expect((await order(await stage.operator("admin"), id)).status).toBe(202);
  });

  test("without a reason nothing is ordered", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "succeeded");
    for (const body of [{}, { reason: "" }, { reason: "   " }]) {
      const answer = await approver("POST", `/intents/${id}/bypass`, body);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });

  test("a rule that asks for more people than the bypass does is not got around", async () => {
    const tool = await stage.shared(EASY);
    const body = ask(tool, stage.thing(), { plan: "two" });
    const id = (await stage.submit(body)).body["id"];
    await stage.deny(id);
    expect(await order(approver, id)).toMatchObject({ status: 202, body: { bypass: { peopleNeeded: 2 } } });
  });

  test("an owner who asks for more people now is obeyed for what ran under an earlier version", async () => {
    const tool = await stage.tool(EASY);
    const { id } = await inState(stage, tool, "succeeded");
    await stage.publish(tool, { bypass: { role: "approver", approvals: 3 } });
    expect(await order(approver, id)).toMatchObject({ status: 202, body: { bypass: { peopleNeeded: 3 } } });
  });
});

describe("what it does", () => {
  test("its reason and its people are on record: decision, submission, history of both", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "failed");
    const successor = String((await order(approver, id)).body["id"]);
    const [decision, ...more] = await stage.sql("select * from decisions where intent_id = $1", successor);
    expect(more).toEqual([]);
    const operatorId = decision?.["operator_id"];
    expect(decision).toMatchObject({ verdict: "approve", decided_by: "operator", reason: WHY });
    expect(decision?.["inputs"]).toMatchObject({ bypass: { of: id, people: [operatorId] } });
    const row = await stage.row(successor);
    expect(row.clearedBy).toEqual({ kind: "operators", operatorIds: [operatorId], decisionId: decision?.["id"] });
    const [submission] = await stage.submissions(successor);
    expect(submission).toMatchObject({ disposition: "created", agent: null, operator: { id: operatorId } });
    expect(await eventTypes(stage, id)).toEqual(expect.arrayContaining(["intent.bypass_ordered", "intent.superseded"]));
    expect(await eventTypes(stage, successor)).toEqual(["submission.recorded", "intent.opened"]);
    expect(await stage.read(successor)).toMatchObject({ bypass: { state: "given", people: [{ reason: WHY }] } });
  });

  test("an agent that reads either sees no order and no key", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "failed");
    const successor = (await order(approver, id)).body["id"];
    for (const one of [id, successor]) {
      const { body } = await stage.product.asAgent("GET", `/api/v1/intents/${one}`);
      expect(body).not.toHaveProperty("bypass");
      expect(body).not.toHaveProperty("key");
      expect(JSON.stringify(body)).not.toContain(WHY);
    }
  });

  test("later submissions of the key join the newest generation", async () => {
    const { id, body } = await inState(stage, await stage.shared(EASY), "succeeded");
    const successor = (await order(approver, id)).body["id"];
    const joined = await stage.submit(body);
    expect(joined).toMatchObject({ status: 202, body: { id: successor, submission: { disposition: "coalesced" } } });
  });

  test("it is never a look-alike: neither of its predecessor nor of what others asked for", async () => {
    const tool = await stage.tool({ ...EASY, ...duplicates({ lookalike: "refuse", variant: "refuse" }) });
    const { id, body } = await inState(stage, tool, "succeeded");
    expect(await stage.submit(elsewhere(tool, String((body["args"] as { id: string }).id)))).toMatchObject({
      status: 409,
    });
    expect(await order(approver, id)).toMatchObject({ status: 201, body: { state: "cleared" } });
  });

  test("the args of another submission run where one is chosen", async () => {
    const { id, body } = await inState(stage, await stage.shared(EASY), "succeeded");
    const args = { ...(body["args"] as object), amount: 100 };
    const drifted = await stage.submit({ ...body, args });
    const { id: submissionId } = drifted.body["submission"] as { id: string };
    const answer = await order(approver, id, { submissionId });
    expect(answer).toMatchObject({ status: 201, body: { args: { amount: 100 }, generation: 2 } });
    const row = await stage.row(answer.body["id"]);
    expect(row.decidedDigest).toBe(row.argsDigest);
    expect((await stage.submit({ ...body, args })).body).toMatchObject({ id: row.id });
    expect(await order(approver, row.id, { submissionId: "sub_nobody" })).toMatchObject({ status: 404 });
  });

  test("the undo window applies: taken back, it is held for as many people as before and does not run", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "succeeded");
    const successor = (await order(approver, id)).body["id"];
    expect(await approver("POST", `/intents/${successor}/undo`, {})).toMatchObject({
      status: 200,
      body: { state: "held" },
    });
    await stage.deny(successor);
    expect(await stage.row(successor)).toMatchObject({ state: "denied", fence: 0 });
  });

  test("a caller's key of the first is the successor's too", async () => {
    const tool = await stage.shared(EASY);
    const body = ask(tool, stage.thing(), {}, {});
    const headers = { "idempotency-key": stage.thing() };
    const { id } = (await stage.submit(body, headers)).body;
    await stage.run(id, { class: "success", effectId: "fx", result: null });
    const successor = (await order(approver, id)).body["id"];
    await stage.outlastWindow(id);
    const other = await stage.submit(ask(tool, stage.thing(), {}, {}), headers);
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    expect((await stage.submit(body, headers)).body).toMatchObject({ id: successor });
  });

  test("after a publish that changed keys, and long after its window, retries find the new generation", async () => {
    const tool = await stage.tool(EASY);
    const { id, body } = await inState(stage, tool, "succeeded");
    await stage.publish(tool, { ...EASY, key: { scope: "run", window: "1h" } });
    await stage.sql(
      "update key_derivations set closed_at = now() where tool = $1 and digest = $2",
      tool,
      (await stage.row(id)).derivation,
    );
    await stage.outlastWindow(id);
    const successor = (await order(approver, id)).body["id"];
    expect((await stage.submit(body)).body).toMatchObject({ id: successor, submission: { disposition: "coalesced" } });
  });
});
