// An effect id belongs to one intent of its tool: answers that name another's prove nothing, and people are told.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { type ProbeDeps, probeDoubt } from "@/lib/application/probe-doubt";
import { settleAttempts } from "@/lib/application/settle-attempts";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { type ReservedProbe, reserveProbes } from "@/lib/store/doubts";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "shared effect" });
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const newId = makeIdSource(Date.now);
const shared = () => ({
  ...{ db, newId, termsOf: makeContractCatalog(db).termsOf, workerId: "shared-effect", random: () => 0 },
  announce: () => undefined,
  onError: (error: unknown) => {
    throw error;
  },
});

async function claimed(tool: string): Promise<ClaimedAttempt> {
  const { body } = await stage.submit(stage.order(tool), 0);
  const [attempt] = await claimIntents(shared(), { ids: [String(body["id"])], limit: 1, exceptTools: [] });
  if (attempt === undefined) throw new Error("nothing was claimed");
  return attempt;
}

const success = (effectId: string): Outcome => ({ class: "success", effectId, result: { id: effectId } });
const UNKNOWN: Outcome = { class: "unknown", failure: { code: "time_out", message: "No answer in time." } };
const word = ({ attemptId, intentId, fence }: ClaimedAttempt, outcome: Outcome) => ({
  ...{ attemptId, intentId, fence, outcome, exchange: null },
});
const settle = (...words: ReturnType<typeof word>[]) => settleAttempts(shared(), words);

async function inDoubt(tool: string): Promise<string> {
  const attempt = await claimed(tool);
  await settle(word(attempt, UNKNOWN));
  return attempt.intentId;
}

async function reserved(...ids: string[]): Promise<ReservedProbe[]> {
  for (const id of ids) await stage.makeProbeDue(id);
  const all = await reserveProbes(db.client, { limit: 16, perToolMax: 16, underWay: {}, forMs: 60_000 });
  return all.filter(({ intentId }) => ids.includes(intentId));
}

const answering = (effectId: string): ProbeDeps => ({
  ...{ ...shared(), catalog: makeContractCatalog(db), wake: () => undefined },
  ask: async () => ({ result: { kind: "present", effectId, result: {} }, exchange: null }),
});

async function probeAll(effectId: string, ids: string[]): Promise<void> {
  const questions = await reserved(...ids);
  expect(questions).toHaveLength(ids.length);
  const never = new AbortController().signal;
  await Promise.all(questions.map((question) => probeDoubt(answering(effectId), question, never)));
}

test("a probe that names another intent's effect is no answer: still in doubt, one finding, however often it is asked", async () => {
  const tool = await stage.publish();
  const first = await claimed(tool);
  await settle(word(first, success("fx_first")));
  const id = await inDoubt(tool);
  await probeAll("fx_first", [id]);
  await probeAll("fx_first", [id]);
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt", effectId: null });
  expect(await stage.events(id, "intent.probe")).toMatchObject([
    { answer: "unknown", why: "shared_effect", otherIntentId: first.intentId },
  ]);
  expect(await stage.findings(id, "shared_effect")).toMatchObject([
    { data: { effectId: "fx_first", otherIntentId: first.intentId, source: "probe" } },
  ]);
  await probeAll("fx_own", [id]);
  expect(await stage.intent(id)).toMatchObject({ state: "succeeded", effectId: "fx_own" });
});

test("another tool's effect of the same name is another effect", async () => {
  const [one, other] = [await stage.publish(), await stage.publish()];
  await settle(word(await claimed(one), success("fx_17")));
  const id = await inDoubt(other);
  await probeAll("fx_17", [id]);
  expect(await stage.intent(id)).toMatchObject({ state: "succeeded", effectId: "fx_17" });
});

test("of probes that find one effect for two intents at once, exactly one is believed", async () => {
  const tool = await stage.publish();
  for (let round = 0; round < 8; round += 1) {
    const ids = [await inDoubt(tool), await inDoubt(tool), await inDoubt(tool)];
    await probeAll(`fx_race_${round}`, ids);
    const states = await Promise.all(ids.map(async (id) => (await stage.intent(id))["state"]));
    expect(states.sort()).toEqual(["in_doubt", "in_doubt", "succeeded"]);
    const findings = await Promise.all(ids.map((id) => stage.findings(id, "shared_effect")));
    expect(findings.flat()).toHaveLength(2);
  }
});

test("what the downstream said to an execution stands, and one effect of two executions is a finding", async () => {
  const tool = await stage.publish();
  const [first, second, third] = [await claimed(tool), await claimed(tool), await claimed(tool)];
  // In one batch, and in the next.
  expect(await settle(word(first, success("fx_twice")), word(second, success("fx_twice")))).toEqual([
    "settled",
    "settled",
  ]);
  expect(await settle(word(third, success("fx_twice")))).toEqual(["settled"]);
  for (const { intentId } of [first, second, third])
    expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId: "fx_twice" });
  expect(await stage.findings(second.intentId, "shared_effect")).toMatchObject([
    { data: { effectId: "fx_twice", otherIntentId: first.intentId, source: "execution" } },
  ]);
  expect(await stage.findings(first.intentId, "shared_effect")).toEqual([]);
});

test("two executions that end at once with one effect are both heard, and the second is a finding", async () => {
  const tool = await stage.publish();
  for (let round = 0; round < 8; round += 1) {
    const attempts = [await claimed(tool), await claimed(tool)];
    const heard = async (attempt: ClaimedAttempt) => {
      let [result] = await settle(word(attempt, success(`fx_both_${round}`)));
      while (result === "locked") [result] = await settle(word(attempt, success(`fx_both_${round}`)));
      return result;
    };
    expect(await Promise.all(attempts.map(heard))).toEqual(["settled", "settled"]);
    const findings = await Promise.all(attempts.map(({ intentId }) => stage.findings(intentId, "shared_effect")));
    expect(findings.flat()).toHaveLength(1);
  }
});

test("a write that may be repeated by declaration may name one thing twice", async () => {
  const tool = await stage.publish({ effect: "write_idempotent" });
  const attempts = [await claimed(tool), await claimed(tool)];
  for (const attempt of attempts) await settle(word(attempt, success("customer_5")));
  for (const { intentId } of attempts) expect(await stage.findings(intentId, "shared_effect")).toEqual([]);
});

test("a person who names another intent's effect is refused, and told whose it is", async () => {
  const tool = await stage.publish();
  const first = await claimed(tool);
  await settle(word(first, success("fx_seen")));
  const id = await inDoubt(tool);
  const resolve = (effectId: string) =>
    stage.asAdmin("POST", `/intents/${id}/resolution`, {
      outcome: "executed",
      effectId,
      evidence: "In their console.",
    });
  expect(await resolve("fx_seen")).toMatchObject({
    status: 409,
    body: { code: "shared_effect", intentId: first.intentId },
  });
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt" });
  expect(await resolve("fx_mine")).toMatchObject({ status: 200, body: { state: "succeeded" } });
});

test("where intents may share effects a probe that names another's is no finding, and a person may end the doubt with it", async () => {
  const tool = await stage.publish({ effect: "write_idempotent" });
  await settle(word(await claimed(tool), success("customer_7")));
  const id = await inDoubt(tool);
  await probeAll("customer_7", [id]);
  expect(await stage.intent(id)).toMatchObject({ state: "in_doubt", effectId: null });
  expect(await stage.findings(id, "shared_effect")).toEqual([]);
  const said = { outcome: "executed", effectId: "customer_7", evidence: "Their console shows the change." };
  const resolved = await stage.asAdmin("POST", `/intents/${id}/resolution`, said);
  expect(resolved).toMatchObject({ status: 200, body: { state: "succeeded", effectId: "customer_7" } });
});

test("of intents that settle with one effect at the same time one owns it, and there is one finding", async () => {
  const tool = await stage.publish();
  for (let turn = 0; turn < 5; turn += 1) {
    const attempts = await Promise.all([claimed(tool), claimed(tool), claimed(tool), claimed(tool)]);
    const effectId = `fx_race_${turn}`;
    let unsaid: ClaimedAttempt[] = attempts;
    while (unsaid.length > 0) {
      const said = await Promise.all(unsaid.map((attempt) => settle(word(attempt, success(effectId)))));
      expect(said.flat().filter((result) => result !== "settled" && result !== "locked")).toEqual([]);
      unsaid = unsaid.filter((_attempt, index) => said[index]?.[0] === "locked");
    }
    const { rows: owners } = await stage.database.query(
      "select intent_id from effects where tool = $1 and digest = sha256(convert_to($2, 'UTF8'))",
      [tool, effectId],
    );
    expect(owners).toHaveLength(1);
    const ids = attempts.map(({ intentId }) => intentId);
    const found = await Promise.all(ids.map((id) => stage.findings(id, "shared_effect")));
    expect(found.flat()).toHaveLength(1);
    expect(found.flat()[0]).toMatchObject({ data: { effectId, otherIntentId: owners[0].intent_id } });
  }
});
