// In doubt: the downstream is asked at once and then on a schedule. The ledger is the judge of what happened.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
beforeAll(async () => {
  stage = await DoubtStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.clearFaults());

describe("an answer lost after the effect is found by the probe: one effect, and its id", () => {
  test.each([
    ["the connection is reset", "effect_then_reset", {}],
    ["a 502 comes instead", "effect_then_500", { status: 502 }],
    ["half of it comes", "effect_then_truncated", {}],
  ])("when %s", async (_, kind, more) => {
    const tool = await stage.publish();
    await stage.setFault(`/corpus/${tool}`, kind, { times: 1, ...more });
    const { body } = await stage.submit(stage.order(tool));
    const id = String(body["id"]);
    await stage.reaches(id, { state: "succeeded" });
    const effects = await stage.effectsOf(id);
    expect(effects).toHaveLength(1);
    expect(await stage.intent(id)).toMatchObject({ effectId: effects[0]?.id, error: null });
    expect(await stage.askedAbout(id)).toEqual({ posts: 1, gets: 1 });
    expect(await stage.events(id, "intent.settle")).toMatchObject([{ outcome: "unknown", to: "in_doubt" }]);
    expect(await stage.events(id, "intent.probe")).toMatchObject([
      { from: "in_doubt", to: "succeeded", answer: "present", effectId: effects[0]?.id, actor: { kind: "worker" } },
    ]);
  });
});

test("a request that never acted is proven absent, goes out again under the same key, and happens once", async () => {
  const tool = await stage.publish({ execute: { timeout: "1s" }, probe: { absentAfter: "1s" } });
  await stage.setFault(`/corpus/${tool}`, "hang", { times: 1 });
  const { body } = await stage.submit(stage.order(tool));
  const id = String(body["id"]);
  await stage.reaches(id, { state: "succeeded" });
  expect(await stage.effectsOf(id)).toHaveLength(1);
  expect((await stage.askedAbout(id)).posts).toBe(2);
  const probes = await stage.events(id, "intent.probe");
  expect(probes.at(0)).toMatchObject({ answer: "absent", to: "in_doubt" });
  expect(probes.at(-1)).toMatchObject({ answer: "absent", to: "cleared" });
});

test("a request that lands after we gave up on it is not sent again: early absence proves nothing", async () => {
  const tool = await stage.publish({ execute: { timeout: "200ms" }, probe: { absentAfter: "2s" } });
  await stage.setFault(`/corpus/${tool}`, "late_effect", { times: 1, delayMs: 900 });
  const { body } = await stage.submit(stage.order(tool));
  const id = String(body["id"]);
  await stage.reaches(id, { doubt: { probe: { said: "absent" } } });
  await stage.reaches(id, { state: "succeeded" });
  expect(await stage.effectsOf(id)).toHaveLength(1);
  expect((await stage.askedAbout(id)).posts).toBe(1);
});

test("a first question that is never answered does not keep what never acted in doubt: it is asked again in time", async () => {
  const tool = await stage.publish({ execute: { timeout: "1s" }, probe: { absentAfter: "1s" } });
  await stage.setFault(`/corpus/${tool}`, "hang", { times: 1 });
  await stage.setFault(`GET /corpus/${tool}`, "hang", { times: 1 });
  const { body } = await stage.submit(stage.order(tool));
  const id = String(body["id"]);
  await stage.reaches(id, { state: "succeeded" });
  expect(await stage.effectsOf(id)).toHaveLength(1);
  expect(await stage.askedAbout(id)).toEqual({ posts: 2, gets: 2 });
  expect(await stage.events(id, "intent.probe")).toMatchObject([
    { answer: "unknown", why: "downstream_timeout", to: "in_doubt" },
    { answer: "absent", to: "cleared" },
  ]);
});

test("a probe that fails leaves the doubt; equal answers are counted, another one is recorded, and it is asked on", async () => {
  // Long: the schedule alone says when it is asked again.
  const tool = await stage.publish({ probe: { absentAfter: "10m" } });
  await stage.setFault(`GET /corpus/${tool}`, "effect_then_500", { status: 503 });
  const id = await stage.bringIntoDoubt(tool);
  const seen = (askedCount: number) => ({ state: "in_doubt", doubt: { probe: { askedCount, said: "unknown" } } });
  await stage.reaches(id, seen(1));
  await stage.makeProbeDue(id);
  await stage.reaches(id, seen(2));
  expect(await stage.intent(id)).toMatchObject({ doubt: { probe: { why: "downstream_503" } } });
  const { doubt } = (await stage.intent(id)) as { doubt: { probe: { lastAt: string; nextAt: string } } };
  expect(doubt.probe).toMatchObject({ asking: false });
  expect(Date.parse(doubt.probe.nextAt) - Date.parse(doubt.probe.lastAt)).toBe(60_000);
  expect(await stage.events(id, "intent.probe")).toHaveLength(1);
  await stage.clearFaults();
  await stage.makeProbeDue(id);
  await stage.reaches(id, { state: "succeeded" });
  expect(await stage.events(id, "intent.probe")).toMatchObject([
    { answer: "unknown", why: "downstream_503" },
    { answer: "present", sameAnswersBefore: 1 },
  ]);
});

test("while the downstream is being asked the doubt says so, and names no time at which it would be", async () => {
  const tool = await stage.publish();
  await stage.setFault(`GET /corpus/${tool}`, "slow_success", { times: 1, delayMs: 2_000 });
  const id = await stage.bringIntoDoubt(tool);
  await stage.poll(async () => (await stage.askedAbout(id)).gets, 1);
  expect(await stage.intent(id)).toMatchObject({
    state: "in_doubt",
    doubt: { probe: { asking: true, askedCount: 0, said: null, nextAt: null } },
  });
  await stage.reaches(id, { state: "succeeded" });
});

test("without a probe nobody asks, and the doubt stays until a person resolves it", async () => {
  const tool = await stage.publish({ probe: false });
  const other = await stage.publish();
  const id = await stage.bringIntoDoubt(tool);
  await stage.reaches(await stage.bringIntoDoubt(other), { state: "succeeded" });
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt", doubt: { probe: null } });
  expect((await stage.askedAbout(id)).gets).toBe(0);
});

test("a probe to an origin that is not listed asks nobody and says why", async () => {
  const tool = await stage.publish({ probe: { url: "http://127.0.0.1:9/refunds?key={key}" } });
  const id = await stage.bringIntoDoubt(tool);
  await stage.reaches(id, { state: "in_doubt", doubt: { probe: { said: "unknown", why: "configuration" } } });
});

test("what is on record of a probe carries no secret", async () => {
  const tool = await stage.publish();
  const id = await stage.bringIntoDoubt(tool);
  await stage.reaches(id, { state: "succeeded" });
  const sql = "select j::text as said from journal j where intent_id = $1";
  const { rows } = await stage.database.query(sql, [id]);
  const text = rows.map(({ said }) => said).join("\n");
  expect(text).toContain(`/corpus/${tool}`);
  expect(text).not.toContain("ledger-token-for-tests");
});

test("an answer that comes after people resolved the doubt changes nothing; what it contradicts is a finding", async () => {
  const tool = await stage.publish();
  await stage.setFault(`GET /corpus/${tool}`, "slow_success", { times: 1, delayMs: 2_000 });
  const id = await stage.bringIntoDoubt(tool);
  await stage.poll(async () => (await stage.askedAbout(id)).gets, 1);
  const said = { outcome: "not_executed", then: "fail", evidence: "Not in their console." };
  expect((await stage.asAdmin("POST", `/intents/${id}/resolution`, said)).status).toBe(200);
  await stage.poll(async () => (await stage.events(id, "probe.late_answer")).length, 1);
  const [effect] = await stage.effectsOf(id);
  expect(await stage.intent(id)).toMatchObject({ state: "failed", effectId: null });
  expect(await stage.findings(id, "late_probe")).toMatchObject([{ data: { effectId: effect?.id, state: "failed" } }]);
});

test("two workers never ask the same question: each doubt is asked about once", async () => {
  stage.product.startWorker();
  const tool = await stage.publish();
  await stage.setFault(`/corpus/${tool}`, "effect_then_500");
  const answers = await Promise.all(Array.from({ length: 24 }, () => stage.submit(stage.order(tool))));
  const ids = answers.map(({ body }) => String(body["id"]));
  await Promise.all(ids.map((id) => stage.reaches(id, { state: "succeeded" })));
  const asked = await Promise.all(ids.map((id) => stage.askedAbout(id)));
  expect(asked).toEqual(ids.map(() => ({ posts: 1, gets: 1 })));
});

test("a downstream that hangs on probes does not keep others from being asked", async () => {
  const [hung, fine] = [await stage.publish(), await stage.publish()];
  await stage.setFault(`GET /corpus/${hung}`, "hang");
  await stage.setFault(`/corpus/${hung}`, "effect_then_500");
  const answers = await Promise.all(Array.from({ length: 20 }, () => stage.submit(stage.order(hung), 0)));
  await Promise.all(answers.map(({ body }) => stage.reaches(String(body["id"]), { state: "in_doubt" })));
  await stage.reaches(await stage.bringIntoDoubt(fine), { state: "succeeded" });
  const stillOpen = await stage.intent(String(answers[0]?.body["id"]));
  expect(stillOpen).toMatchObject({ state: "in_doubt", doubt: { probe: { askedCount: 0 } } });
});
