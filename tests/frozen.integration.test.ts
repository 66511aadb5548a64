// What arrives while an attempt of unknown outcome waits for its retry, and what an undo meets on its way.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, EXECUTE } from "./gate/support/contract";
import { type Body, Stage } from "./gate/support/stage";
import { alignDue } from "./support/align-due";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const UNKNOWN = { class: "unknown", failure: { code: "reset", message: "the connection broke" } } as const;
/** The retry waits for an hour, so that everything below happens before it. */
const SLOW = { execute: { ...EXECUTE, idempotency: { window: "24h" }, retries: { max: 3, base: "1h", cap: "1h" } } };

/** Approved by a person, sent, nobody knows with what outcome; the retry is not due yet. */
async function frozen(): Promise<{ id: string; body: Body }> {
  const body = ask(await stage.shared(SLOW), stage.thing(), { plan: "hold" });
  const id = String((await stage.submit(body)).body["id"]);
  await stage.approve(id);
  await dueNow(id);
  await stage.run(id, UNKNOWN);
  expect(await stage.row(id)).toMatchObject({ state: "cleared", mayHaveActed: true, fence: 1 });
  return { id, body };
}

async function dueNow(id: string): Promise<void> {
  await stage.sql("update intents set due_at = now() - interval '1 ms' where id = $1 and state = 'cleared'", id);
  await alignDue((sql) => stage.sql(sql));
}

const drifted = (body: Body) => ({ ...body, args: { ...(body["args"] as object), amount: 100 } });

describe("while an unknown attempt waits for its retry", () => {
  test("a drift is only a finding: the caller is told, and what runs does not change", async () => {
    const { id, body } = await frozen();
    const before = await stage.row(id);
    const answer = await stage.submit(drifted(body));
    expect(answer).toMatchObject({ status: 202, body: { id, state: "cleared", drift: true, args: { amount: 80 } } });
    expect(answer.body["differences"]).toMatchObject([{ pointer: "/amount" }]);
    expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
    expect(await stage.count("findings", "intent_id = $1 and kind = 'drift'", id)).toBe(1);
  });

  test("a withdrawal, an undo and a decision are refused, and change nothing", async () => {
    const { id } = await frozen();
    const before = await stage.row(id);
    const withdrawn = await stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {});
    expect(withdrawn).toMatchObject({ status: 409, body: { code: "frozen", intentId: id } });
    const undone = await stage.product.asOperator("POST", `/api/v1/intents/${id}/undo`, {});
    expect(undone).toMatchObject({ status: 409, body: { code: "frozen", intentId: id } });
    expect(await stage.approve(id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    expect(await stage.deny(id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    const again = await stage.product.asOperator("POST", `/api/v1/intents/${id}/bypass`, { reason: "again" });
    expect(again).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    expect(await stage.row(id)).toEqual(before);
  });
});

describe("an undo", () => {
  test("and the claim never both have it: the due time is the end of the window", async () => {
    const tool = await stage.shared();
    for (let turn = 0; turn < 10; turn += 1) {
      const id = String((await stage.submit(ask(tool, stage.thing(), { plan: "hold" }))).body["id"]);
      await stage.approve(id);
      const { dueAt, undoUntil } = await stage.row(id);
      expect(dueAt).toEqual(undoUntil);
      const soon = `clock_timestamp() + interval '${turn * 4} ms'`;
      await stage.sql(
        `update intents set due_at = w.at, undo_until = w.at from (select ${soon} as at) w where id = $1`,
        id,
      );
      await alignDue((sql) => stage.sql(sql));
      const [undone] = await Promise.all([
        stage.product.asOperator("POST", `/api/v1/intents/${id}/undo`, {}),
        stage.claim(id).catch(() => undefined),
      ]);
      const { state, fence } = await stage.row(id);
      if (undone.status === 200) expect({ state, fence }).toEqual({ state: "held", fence: 0 });
      else {
        expect(["undo_over", "frozen"]).toContain(undone.body["code"]);
        expect(fence).toBe(state === "executing" ? 1 : 0);
      }
    }
  });

  test("and a drift at the same time leave it held, with no approval standing and nothing reserved", async () => {
    const limits = [{ per: "/id", sum: "/amount", max: 1_000, window: "24h", over: "hold" }];
    const tool = await stage.shared({ limits });
    for (let turn = 0; turn < 8; turn += 1) {
      const body = ask(tool, stage.thing(), { plan: "hold" });
      const id = String((await stage.submit(body)).body["id"]);
      await stage.approve(id);
      const [undone, drift] = await Promise.all([
        stage.product.asOperator("POST", `/api/v1/intents/${id}/undo`, {}),
        stage.submit(drifted(body)),
      ]);
      expect([200, 409]).toContain(undone.status);
      expect(drift.body).toMatchObject({ id, submission: { disposition: "drifted" } });
      const row = await stage.row(id);
      expect(row.state).toBe("held");
      expect(row.hold).toMatchObject({ approvals: [], reasons: expect.arrayContaining(["approval", "drift"]) });
      expect(await stage.count("reservations", "intent_id = $1", id)).toBe(0);
    }
  });
});

test("after a drift, a withdrawal and an undo, the retry goes out with the same args and the same key, and one effect lands", async () => {
  const { id, body } = await frozen();
  const { key, args, argsDigest } = await stage.row(id);
  await Promise.all([
    stage.submit(drifted(body)),
    stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {}),
    stage.product.asOperator("POST", `/api/v1/intents/${id}/undo`, {}),
  ]);
  await dueNow(id);
  // From here on everything that is due runs: this is the last test.
  stage.product.startWorker();
  const ended = await stage.product.asAgent("GET", `/api/v1/intents/${id}`, undefined, { prefer: "wait=20" });
  expect(ended.body).toMatchObject({ state: "succeeded", args });
  const attempts = await stage.sql("select fence, args_digest from attempts where intent_id = $1 order by fence", id);
  expect(attempts).toEqual([1, 2].map((fence) => ({ fence, args_digest: argsDigest })));
  expect(await stage.product.effects(key)).toMatchObject([{ key, body: { amount: 80 } }]);
});
