// Orders that need more than one person, and what may happen to them while they wait.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../gate/support/contract";
import { Stage } from "../gate/support/stage";
import { type CallAs, callAs } from "../support/call-as";
import { EASY, eventTypes, expectLinked, inState, order, WHY } from "./support/orders";

let stage: Stage;
let people: CallAs[];
const person = (index: number): CallAs => people[index] as CallAs;
beforeAll(async () => {
  stage = await Stage.open();
  people = await Promise.all(Array.from({ length: 4 }, () => stage.operator("admin")));
});
afterAll(() => stage.close());

/** High value: two admins. */
const ended = async () => inState(stage, await stage.shared(), "succeeded");
const pendingOf = async (id: unknown) => (await stage.read(id))["bypass"];

describe("an order that needs two people", () => {
  test("waits, visible to operators, until another person sends the same call", async () => {
    const { id } = await ended();
    const first = await order(person(0), id);
    expect(first).toMatchObject({ status: 202, body: { id, state: "succeeded" } });
    const waiting = { state: "pending", peopleNeeded: 2, role: "admin", people: [{ reason: WHY }] };
    expect(first.body["bypass"]).toMatchObject(waiting);
    expect(await pendingOf(id)).toEqual(first.body["bypass"]);
    expect((await stage.product.asAgent("GET", `/api/v1/intents/${id}`)).body).not.toHaveProperty("bypass");
    expect((await stage.row(id)).successorId).toBeNull();
    const second = await order(person(1), id, { reason: "I saw it too." });
    expect(second).toMatchObject({ status: 201, body: { state: "cleared", generation: 2 } });
    await expectLinked(stage, id, second.body["id"]);
    const decisions = await stage.sql("select * from decisions where intent_id = $1 order by id", second.body["id"]);
    expect(decisions.map(({ reason }) => reason)).toEqual([WHY, "I saw it too."]);
    const ids = decisions.map((decision) => decision["operator_id"]);
    expect((await stage.row(second.body["id"])).clearedBy).toMatchObject({ operatorIds: ids });
    expect(new Set(ids).size).toBe(2);
    expect(await eventTypes(stage, id)).toEqual(
      expect.arrayContaining(["intent.bypass_ordered", "intent.bypass_confirmed", "intent.superseded"]),
    );
  });

  test("is not confirmed by the one who ordered it, however often", async () => {
    const { id } = await ended();
    await order(person(0), id);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await order(person(0), id)).toMatchObject({ status: 409, body: { code: "already_approved" } });
    }
    expect((await stage.row(id)).successorId).toBeNull();
  });

  test("of three counts nobody twice", async () => {
    const three = await stage.shared({ bypass: { role: "admin", approvals: 3 } });
    const { id } = await inState(stage, three, "succeeded");
    await order(person(0), id);
    expect(await order(person(0), id)).toMatchObject({ status: 409, body: { code: "already_approved" } });
    expect(await order(person(1), id)).toMatchObject({ status: 202, body: { bypass: { peopleNeeded: 3 } } });
    expect((await order(person(2), id)).status).toBe(201);
  });

  test("is not confirmed with other args: that is told, and changes nothing", async () => {
    const { id, body } = await ended();
    const drifted = await stage.submit({ ...body, args: { ...(body["args"] as object), amount: 100 } });
    const { id: submissionId } = drifted.body["submission"] as { id: string };
    await order(person(0), id);
    const other = await order(person(1), id, { submissionId });
    expect(other).toMatchObject({ status: 409, body: { code: "bypass_pending", intentId: id } });
    expect(other.body["detail"]).toContain(submissionId);
    const same = await order(person(1), id, { submissionId: (await stage.row(id)).submissionId });
    expect(same).toMatchObject({ status: 201, body: { args: { amount: 80 } } });
  });

  test("is taken back by DELETE, by whoever ordered or could order it, and then starts anew", async () => {
    const { id } = await ended();
    expect((await person(0)("DELETE", `/intents/${id}/bypass`)).status).toBe(404);
    await order(person(0), id);
    const approver = await stage.operator("approver");
    expect((await approver("DELETE", `/intents/${id}/bypass`)).status).toBe(403);
    expect((await person(2)("DELETE", `/intents/${id}/bypass`)).status).toBe(204);
    expect(await pendingOf(id)).toBeUndefined();
    expect((await person(0)("DELETE", `/intents/${id}/bypass`)).status).toBe(404);
    expect((await order(person(1), id)).status).toBe(202);
    expect((await order(person(0), id)).status).toBe(201);
    expect(await eventTypes(stage, id)).toContain("intent.bypass_withdrawn");
  });

  test("is over after a day: it is no longer shown, and the next word is a new order", async () => {
    const { id } = await ended();
    await order(person(0), id);
    await stage.sql("update bypass_orders set expires_at = now() - interval '1 ms' where intent_id = $1", id);
    expect(await pendingOf(id)).toBeUndefined();
    expect((await person(0)("DELETE", `/intents/${id}/bypass`)).status).toBe(404);
    expect(await order(person(1), id)).toMatchObject({ status: 202, body: { bypass: { peopleNeeded: 2 } } });
    expect((await order(person(0), id)).status).toBe(201);
    expect(await eventTypes(stage, id)).toContain("intent.bypass_expired");
  });

  test("is void once the intent was opened again: what ends then is another end", async () => {
    const { id, body } = await inState(stage, await stage.shared(), "expired");
    await order(person(0), id);
    const reopened = await stage.submit({ ...body, args: { ...(body["args"] as object), plan: "hold" } });
    expect(reopened.body).toMatchObject({ id, submission: { disposition: "reopened" } });
    expect(await order(person(1), id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    await stage.deny(id);
    expect(await pendingOf(id)).toBeUndefined();
    expect((await order(person(1), id)).status).toBe(202);
    expect(await eventTypes(stage, id)).toContain("intent.bypass_void");
  });

  test("does not count people who were disabled, or lost the role, while it waited", async () => {
    for (const leave of [
      (id: string) => stage.product.asOperator("DELETE", `/api/v1/operators/${id}`),
      (id: string) => stage.product.asOperator("PATCH", `/api/v1/operators/${id}`, { role: "approver" }),
    ]) {
      const { id } = await ended();
      const email = `${stage.thing()}@people.test`;
      const { body } = await stage.product.asOperator("POST", "/api/v1/operators", {
        email,
        name: email,
        role: "admin",
      });
      const token = await stage.product.asOperator("POST", `/api/v1/operators/${body["id"]}/tokens`, { name: "test" });
      await order(callAs(stage.product.url, String(token.body["token"])), id);
      await leave(String(body["id"]));
      expect((await order(person(0), id)).status).toBe(202);
      const last = await order(person(1), id);
      expect(last.status).toBe(201);
      const { clearedBy } = await stage.row(last.body["id"]);
      expect(JSON.stringify(clearedBy)).not.toContain(String(body["id"]));
    }
  });
});

describe("limits and pauses", () => {
  const LIMIT = { per: "/id", sum: "/amount", max: 100, window: "24h" };

  test("a limit that refuses refuses it, and nothing is ordered", async () => {
    const tool = await stage.tool({ ...EASY, limits: [{ ...LIMIT, over: "refuse" }] });
    const { id } = await inState(stage, tool, "succeeded");
    expect(await order(person(0), id)).toMatchObject({ status: 409, body: { code: "limit_exceeded" } });
    expect((await stage.row(id)).successorId).toBeNull();
    expect(await stage.count("bypass_orders", "intent_id = $1", id)).toBe(0);
  });

  test("a limit that asks for people holds the new generation until they have seen it", async () => {
    const tool = await stage.tool({ bypass: { role: "admin", approvals: 2 }, limits: [{ ...LIMIT, over: "hold" }] });
    const { id } = await inState(stage, tool, "succeeded");
    await order(person(0), id);
    const answer = await order(person(1), id);
    const hold = { reasons: ["approval", "limit"], approvalsNeeded: 2, approvalsGiven: 0, role: "admin" };
    expect(answer).toMatchObject({ status: 201, body: { state: "held", hold } });
    const successor = answer.body["id"];
    const { argsDigest } = await stage.row(successor);
    const approve = (as: CallAs) => as("POST", `/intents/${successor}/decisions`, { verdict: "approve", argsDigest });
    expect((await approve(person(0))).body).toMatchObject({ state: "held" });
    expect((await approve(person(1))).body).toMatchObject({ state: "cleared" });
    expect(await stage.count("reservations", "intent_id = $1", successor)).toBe(1);
  });

  test("what it takes from a limit counts, and is given back when it is denied after an undo", async () => {
    const tool = await stage.tool({ ...EASY, limits: [{ ...LIMIT, max: 200, over: "refuse" }] });
    const { id } = await inState(stage, tool, "succeeded");
    const successor = (await order(person(0), id)).body["id"];
    expect(await stage.count("reservations", "intent_id = $1", successor)).toBe(1);
    await person(0)("POST", `/intents/${successor}/undo`, {});
    expect(await stage.count("reservations", "intent_id = $1", successor)).toBe(0);
  });

  test("a pause holds it like anything else, and nothing is claimed", async () => {
    const tool = await stage.tool({ ...EASY, undo: undefined });
    const { id } = await inState(stage, tool, "succeeded");
    await person(0)("POST", `/tools/${tool}/pause`, { reason: "month-end" });
    const answer = await order(person(0), id);
    expect(answer).toMatchObject({ status: 201, body: { state: "held", hold: { reasons: ["paused"] } } });
    await expect(stage.claim(answer.body["id"])).rejects.toThrow("could not claim");
    await person(0)("POST", `/tools/${tool}/resume`, {});
    await stage.run(answer.body["id"], { class: "success", effectId: "fx_paused", result: null });
  });
});

describe("at the same time", () => {
  test("ten orders that need one person make exactly one successor", async () => {
    const { id } = await inState(stage, await stage.shared(EASY), "succeeded");
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => order(person(index % 4), id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    const { stem } = await stage.row(id);
    expect(await stage.count("intents", "stem = decode($1, 'hex')", stem)).toBe(2);
    expect(await stage.count("bypass_orders", "intent_id = $1", id)).toBe(1);
  });

  test("four people who order at once, where two are needed, make one order and one successor", async () => {
    const { id } = await ended();
    const answers = await Promise.all([0, 1, 2, 3].map((index) => order(person(index), id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 202, 409, 409]);
    const { stem } = await stage.row(id);
    expect(await stage.count("intents", "stem = decode($1, 'hex')", stem)).toBe(2);
    expect(
      await stage.count(
        "decisions d join intents i on i.id = d.intent_id",
        "i.stem = decode($1, 'hex') and i.generation = 2",
        stem,
      ),
    ).toBe(2);
  });

  test("an order and a submission of the same key: one live generation, and nobody is lost", async () => {
    const tool = await stage.shared({ ...EASY, undo: undefined });
    for (let turn = 0; turn < 8; turn += 1) {
      const body = ask(tool, stage.thing());
      const id = (await stage.submit({ ...body, args: { ...body.args, plan: "hold" } })).body["id"];
      await stage.outlastHold(id);
      await stage.sweep();
      const [ordered, submitted] = await Promise.all([order(person(0), id), stage.submit(body)]);
      const { stem } = await stage.row(id);
      const live = await stage.sql(
        "select id from intents where stem = decode($1, 'hex') and successor_id is null",
        stem,
      );
      expect(live).toHaveLength(1);
      // Whoever came first: the submission opened the first generation again, or joined the second.
      expect(submitted.body["id"]).toBe(live[0]?.["id"]);
      expect(ordered.status).toBe(live[0]?.["id"] === id ? 409 : 201);
    }
  });

  test("a submission that arrives while an order is carried out waits for it, and joins the new generation", async () => {
    const { id, body } = await inState(stage, await stage.shared(EASY), "succeeded");
    const blocker = new pg.Client({ connectionString: stage.product.databaseUrl });
    await blocker.connect();
    const waiting = async () => {
      const sql = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await blocker.query(sql)).rowCount;
    };
    try {
      await blocker.query("begin");
      await blocker.query("select 1 from intents where id = $1 for update", [id]);
      const ordered = order(person(0), id);
      await expect.poll(waiting, { interval: 20, timeout: 5_000 }).toBe(1);
      const submitted = stage.submit(body);
      await expect.poll(waiting, { interval: 20, timeout: 5_000 }).toBe(2);
      await blocker.query("commit");
      const { body: successor } = await ordered;
      expect(successor).toMatchObject({ generation: 2 });
      expect(await submitted).toMatchObject({ status: 202, body: { id: successor["id"] } });
    } finally {
      await blocker.end();
    }
  });

  test("an order and its withdrawal: it is given or taken back, never both", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { id } = await ended();
      await order(person(0), id);
      const [given, taken] = await Promise.all([order(person(1), id), person(0)("DELETE", `/intents/${id}/bypass`)]);
      const outcome = `${given.status} ${taken.status}`;
      expect(["201 404", "202 204"]).toContain(outcome);
      expect((await stage.row(id)).successorId === null).toBe(given.status === 202);
    }
  });
});
