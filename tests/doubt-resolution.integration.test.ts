// In doubt: people say what happened. Until then, and after, there is never a second effect nobody asked for.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DoubtStage, type Person } from "./support/doubt-stage";

let stage: DoubtStage;
let ann: Person;
let bob: Person;
let viewer: Person;
beforeAll(async () => {
  stage = await DoubtStage.open();
  [ann, bob, viewer] = [
    await stage.addPerson("approver"),
    await stage.addPerson("approver"),
    await stage.addPerson("viewer"),
  ];
});
afterAll(() => stage.close());
afterEach(() => stage.clearFaults());

const EXECUTED = { outcome: "executed", effectId: "fx_seen", evidence: "Their console shows it." };
const NOT_EXECUTED = { outcome: "not_executed", evidence: "Their console does not show it." };

function resolve(person: Person, id: string, body: unknown) {
  return person.call("POST", `/intents/${id}/resolution`, body);
}

async function doubtful(more: Record<string, unknown> = {}): Promise<{ id: string; order: Record<string, unknown> }> {
  const tool = await stage.publish({ probe: false, ...more });
  const order = stage.order(tool);
  return { id: await stage.bringIntoDoubt(tool, order), order };
}

test("it happened: the intent succeeds with the effect id, and every later submission gets that", async () => {
  const { id, order } = await doubtful();
  const answer = await resolve(ann, id, EXECUTED);
  expect(answer).toMatchObject({ status: 200, body: { state: "succeeded", effectId: "fx_seen" } });
  expect(answer.body).not.toHaveProperty("doubt");
  const again = await stage.submit(order);
  expect(again).toMatchObject({ status: 200, body: { id, state: "succeeded", effectId: "fx_seen" } });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await stage.events(id, "intent.resolve")).toMatchObject([
    {
      to: "succeeded",
      outcome: EXECUTED.outcome,
      effectId: EXECUTED.effectId,
      details: { evidence: EXECUTED.evidence },
      actor: { kind: "operator", name: ann.name },
    },
  ]);
});

test("it did not happen: the same key goes out again with a fresh budget, and it happens once", async () => {
  const tool = await stage.publish({ probe: false, execute: { timeout: "300ms", retries: { max: 0 } } });
  const id = await stage.bringIntoDoubt(tool, stage.order(tool), "hang");
  expect(await stage.effectsOf(id)).toEqual([]);
  expect((await resolve(ann, id, { ...NOT_EXECUTED, confirmEarly: true })).status).toBe(200);
  await stage.reaches(id, { state: "succeeded" });
  expect(await stage.effectsOf(id)).toHaveLength(1);
  expect(await stage.askedAbout(id)).toEqual({ posts: 2, gets: 0 });
});

test("to send it again while the first request may still land takes a word of its own, which is on record", async () => {
  const { id } = await doubtful({ resolution: { approvals: 2 } });
  const { doubt } = (await stage.intent(id)) as { doubt: { since: string; notBefore: string } };
  // The contract has no probe: the default of two minutes counts.
  expect(Date.parse(doubt.notBefore) - Date.parse(doubt.since)).toBe(120_000);
  const early = await resolve(ann, id, NOT_EXECUTED);
  const { notBefore } = doubt;
  expect(early).toMatchObject({ status: 409, body: { code: "too_early", notBefore, retriable: false, intentId: id } });
  expect(await stage.events(id, "intent.resolve")).toEqual([]);
  const insisted = await resolve(ann, id, { ...NOT_EXECUTED, confirmEarly: true });
  expect(insisted).toMatchObject({
    status: 200,
    body: { state: "in_doubt", doubt: { statements: [{ insisted: true }] } },
  });
  expect(await stage.events(id, "intent.resolve")).toMatchObject([{ notes: ["confirmed_early"] }]);
  // Later the same word needs no confirmation, and the two agree.
  await stage.database.query("update intents set last_ended_at = last_ended_at - interval '2 minutes' where id = $1", [
    id,
  ]);
  expect(await resolve(bob, id, NOT_EXECUTED)).toMatchObject({ status: 200, body: { state: "cleared" } });
});

test("it did not happen and shall not: the intent fails for good, and later submissions get that", async () => {
  const { id, order } = await doubtful();
  const { body } = await resolve(ann, id, { ...NOT_EXECUTED, then: "fail" });
  expect(body).toMatchObject({ state: "failed", error: { code: "not_executed", retriable: false } });
  expect(await stage.submit(order)).toMatchObject({ status: 200, body: { id, state: "failed" } });
});

test("until it is resolved every submission gets the doubt and none a second effect; other values are a finding", async () => {
  const { id, order } = await doubtful();
  for (let turn = 0; turn < 3; turn += 1) {
    const again = await stage.submit(order);
    expect(again).toMatchObject({
      status: 202,
      body: { id, state: "in_doubt", submission: { disposition: "replayed" }, error: { code: "in_doubt" } },
    });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).not.toHaveProperty("doubt");
  }
  const args = { ...(order["args"] as object), amount: 100 };
  const drifted = await stage.submit({ ...order, args });
  expect(drifted).toMatchObject({ status: 202, body: { id, state: "in_doubt", drift: true } });
  expect(await stage.findings(id, "drift")).toHaveLength(1);
  expect(await stage.effectsOf(id)).toHaveLength(1);
  expect((await stage.askedAbout(id)).posts).toBe(1);
});

describe("where the contract asks for two people", () => {
  const two = { resolution: { approvals: 2 } };

  test("one is not enough and is shown, nobody counts twice, the second decides", async () => {
    const { id } = await doubtful(two);
    const first = await resolve(ann, id, EXECUTED);
    expect(first).toMatchObject({ status: 200, body: { state: "in_doubt", doubt: { approvalsNeeded: 2 } } });
    expect(await resolve(ann, id, EXECUTED)).toMatchObject({ status: 409, body: { code: "already_stated" } });
    expect(await stage.intent(id)).toMatchObject({
      doubt: { role: "approver", statements: [{ operator: { name: ann.name }, ...EXECUTED, voided: false }] },
    });
    expect((await resolve(bob, id, { ...EXECUTED, evidence: "Seen too." })).body).toMatchObject({ state: "succeeded" });
    expect(await stage.events(id, "intent.resolve")).toMatchObject([{ to: "in_doubt" }, { to: "succeeded" }]);
  });

  test("who says otherwise voids what was said before, and that is on record and on the screen", async () => {
    const { id } = await doubtful(two);
    await resolve(ann, id, EXECUTED);
    const other = await resolve(bob, id, { ...EXECUTED, effectId: "fx_other" });
    expect(other.body).toMatchObject({
      state: "in_doubt",
      doubt: {
        statements: [
          { effectId: "fx_seen", voided: true },
          { effectId: "fx_other", voided: false },
        ],
      },
    });
    expect((await stage.events(id, "intent.resolve")).at(-1)).toMatchObject({ notes: ["statements_voided"] });
    expect((await resolve(ann, id, EXECUTED)).body).toMatchObject({ state: "in_doubt" });
    expect((await resolve(bob, id, EXECUTED)).body).toMatchObject({ state: "succeeded", effectId: "fx_seen" });
  });
});

test("only people with the contract's role resolve; agents never do", async () => {
  const { id } = await doubtful({ resolution: { role: "admin" } });
  expect((await resolve(viewer, id, EXECUTED)).status).toBe(403);
  expect(await resolve(ann, id, EXECUTED)).toMatchObject({ status: 403, body: { code: "role_required" } });
  const agent = await stage.product.asAgent("POST", `/api/v1/intents/${id}/resolution`, EXECUTED);
  expect(agent.status).toBe(403);
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt" });
  expect((await stage.asAdmin("POST", `/intents/${id}/resolution`, EXECUTED)).status).toBe(200);
});

test.each<[string, unknown]>([
  ["no evidence", { outcome: "executed", effectId: "fx" }],
  ["blank evidence", { ...EXECUTED, evidence: "  " }],
  ["no effect id", { outcome: "executed", evidence: "seen" }],
  ["an effect id for what did not happen", { ...NOT_EXECUTED, effectId: "fx" }],
  ["an outcome nobody knows", { outcome: "perhaps", evidence: "seen" }],
  ["a next step nobody knows", { ...NOT_EXECUTED, then: "wait" }],
])("a resolution with %s is refused", async (_, body) => {
  expect(await resolve(ann, "int_00000000000000000000000000", body)).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
});

test("what is not in doubt cannot be resolved, and whoever comes second is told who was first", async () => {
  const tool = await stage.publish();
  const { body } = await stage.submit(stage.order(tool));
  const succeeded = await resolve(ann, String(body["id"]), EXECUTED);
  expect(succeeded).toMatchObject({ status: 409, body: { code: "wrong_state" } });

  const { id } = await doubtful();
  await resolve(ann, id, EXECUTED);
  const second = await resolve(bob, id, NOT_EXECUTED);
  expect(second).toMatchObject({ status: 409, body: { code: "already_resolved", intentId: id } });
  expect(second.body["detail"]).toMatch(
    new RegExp(`^${ann.name} resolved the doubt at .*executed \\(effect id fx_seen\\)`),
  );

  const probed = await stage.bringIntoDoubt(tool);
  await stage.reaches(probed, { state: "succeeded" });
  const late = await resolve(bob, probed, NOT_EXECUTED);
  expect(late).toMatchObject({ status: 409, body: { code: "already_resolved" } });
  expect(late.body["detail"]).toMatch(/^A probe found the effect \(effect id fx_/);
});

test("people who contradict each other and a probe, all at once: exactly one wins, the others are told", async () => {
  for (let round = 0; round < 5; round += 1) {
    const tool = await stage.publish();
    await stage.setFault(`GET /corpus/${tool}`, "effect_then_500", { times: 1 });
    const id = await stage.bringIntoDoubt(tool);
    await stage.reaches(id, { doubt: { probe: { askedCount: 1 } } });
    const said = [EXECUTED, { ...NOT_EXECUTED, then: "fail" }, EXECUTED, { ...NOT_EXECUTED, then: "fail" }];
    const [, ...answers] = await Promise.all([
      stage.makeProbeDue(id),
      ...said.map((body, index) => resolve(index % 2 === 0 ? ann : bob, id, body)),
    ]);
    await expect.poll(async () => (await stage.intent(id))["state"]).not.toBe("in_doubt");
    const ends = [...(await stage.events(id, "intent.resolve")), ...(await stage.events(id, "intent.probe"))];
    expect(ends.filter(({ to }) => to !== "in_doubt")).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(said.length - 1);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: "already_resolved" } });
    expect(await stage.effectsOf(id)).toHaveLength(1);
  }
});

test("L9: a statement that cannot be recorded changes nothing", async () => {
  const { id } = await doubtful();
  await stage.database.query(`create function no_record() returns trigger language plpgsql as
    $$ begin if new.type = 'intent.resolve' then raise exception 'no record'; end if; return new; end $$`);
  await stage.database.query(
    "create trigger no_record before insert on journal for each row execute function no_record()",
  );
  try {
    expect((await resolve(ann, id, EXECUTED)).status).toBe(500);
  } finally {
    await stage.database.query("drop trigger no_record on journal; drop function no_record");
  }
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt", doubt: { statements: [] } });
});

test("the hold that people lifted is asked for again if the downstream turns our credentials away later", async () => {
  const { id: doubted } = await doubtful();
  expect(await stage.intent(doubted)).toMatchObject({ state: "in_doubt" });
  const policy = [{ then: "hold", approvals: 2, roles: ["admin"] }];
  const tool = await stage.publish({ probe: false, policy, undo: "0s" });
  const { body } = await stage.submit(stage.order(tool), 0);
  const [id, argsDigest] = [String(body["id"]), body["argsDigest"]];
  const admin = await stage.addPerson("admin");
  await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
  for (const call of [stage.asAdmin, admin.call]) {
    expect((await call("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest })).status).toBe(200);
  }
  await stage.reaches(id, { state: "in_doubt" });
  await stage.setFault(`/corpus/${tool}`, "refuse", { times: 1, status: 401 });
  await resolve(ann, id, { ...NOT_EXECUTED, confirmEarly: true });
  await stage.reaches(id, {
    state: "held",
    hold: { reasons: ["approval", "configuration"], approvalsNeeded: 2, approvalsGiven: 0, role: "admin" },
  });
});
