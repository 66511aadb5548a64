// L1: an effect that becomes known before anything is sent again ends the intent, whatever it waits for by then.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { probeDoubt } from "@/lib/application/probe-doubt";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { type ReservedProbe, reserveProbes } from "@/lib/store/doubts";
import { eraseRows } from "@/lib/store/erase-args";
import { alignDue } from "./support/align-due";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "late presence" });
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const newId = makeIdSource(Date.now);
const shared = () => ({
  ...{ db, newId, termsOf: makeContractCatalog(db).termsOf, workerId: "late-presence", random: () => 0 },
  announce: () => undefined,
  onError: (error: unknown) => {
    throw error;
  },
});
const claim = (intentId: string) => claimIntents(shared(), { ids: [intentId], limit: 1, exceptTools: [] });
const settle = async ({ attemptId, intentId, fence }: ClaimedAttempt, outcome: Outcome) =>
  (await settleAttempts(shared(), [{ attemptId, intentId, fence, outcome, exchange: null }]))[0];

const UNKNOWN: Outcome = { class: "unknown", failure: { code: "time_out", message: "No answer in time." } };
const effectOf = ({ intentId }: ClaimedAttempt): Outcome => ({
  ...{ class: "success", effectId: `fx_${intentId}`, result: {} },
});

type Asked = { attempt: ClaimedAttempt; order: Record<string, unknown> };

/** An attempt of which nothing is known. */
async function inDoubt(probe?: false): Promise<Asked> {
  const order = stage.order(await stage.publish(probe === false ? { probe } : {}));
  const { body } = await stage.submit(order, 0);
  const [attempt] = await claim(String(body["id"]));
  if (attempt === undefined) throw new Error("nothing was claimed");
  await settle(attempt, UNKNOWN);
  return { attempt, order };
}

/** A person takes it for undone, and would have it sent again. */
async function sendAgain({ attempt: { intentId } }: Asked): Promise<void> {
  const body = { outcome: "not_executed", evidence: "Not in their console.", then: "retry", confirmEarly: true };
  const answer = await stage.asAdmin("POST", `/intents/${intentId}/resolution`, body);
  expect(answer).toMatchObject({ status: 200, body: { state: "cleared" } });
}

const submitAgain = ({ order }: Asked, args: Record<string, unknown> = {}) =>
  stage.submit({ ...order, args: { ...(order["args"] as Record<string, unknown>), ...args } }, 0);

async function hold(asked: Asked): Promise<void> {
  expect((await submitAgain(asked, { amount: 90 })).body).toMatchObject({
    state: "held",
    hold: { reasons: ["drift"] },
  });
}

async function expire(asked: Asked): Promise<void> {
  await hold(asked);
  const { intentId } = asked.attempt;
  await stage.database.query("update intents set hold_expires_at = now() - interval '1 ms' where id = $1", [intentId]);
  const hold_ = `jsonb_set(hold::jsonb, '{expiresAt}', to_jsonb((extract(epoch from now()) * 1000)::bigint))::json`;
  await stage.database.query(`update intents set hold = ${hold_} where id = $1`, [intentId]);
  await alignDue((sql) => stage.database.query(sql));
  await sweepOnce(shared());
}

async function withdraw({ attempt: { intentId } }: Asked): Promise<void> {
  const answer = await stage.product.asAgent("POST", `/api/v1/intents/${intentId}/withdraw`, {});
  expect(answer.status).toBe(200);
}

async function expectNothingMore(asked: Asked, from: string, kind: string): Promise<void> {
  const { intentId } = asked.attempt;
  const effectId = `fx_${intentId}`;
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId });
  expect(await stage.findings(intentId, kind)).toMatchObject([{ data: { state: from, effectId } }]);
  // The agent asks again: it gets what happened, and nothing runs.
  expect((await submitAgain(asked)).body).toMatchObject({ id: intentId, state: "succeeded", effectId });
  await stage.database.query(
    "update intents set due_at = now() - interval '1 ms' where id = $1 and due_at is not null",
    [intentId],
  );
  await alignDue((sql) => stage.database.query(sql));
  expect(await claim(intentId)).toEqual([]);
}

describe("the worker's own word, after a person had it sent again and it was then", () => {
  test.each([
    ["held", hold],
    ["expired", expire],
    ["withdrawn", withdraw],
  ] as const)("%s", async (state, happens) => {
    const asked = await inDoubt(false);
    await sendAgain(asked);
    await happens(asked);
    expect(await stage.intent(asked.attempt.intentId)).toMatchObject({ state });
    expect(await settle(asked.attempt, effectOf(asked.attempt))).toBe("settled");
    await expectNothingMore(asked, state, "late_settle");
  });
});

test("what was erased meanwhile ends with the effect's id, and keeps nothing else that was said", async () => {
  const asked = await inDoubt(false);
  await sendAgain(asked);
  await withdraw(asked);
  const { intentId } = asked.attempt;
  await db.transaction((tx) => eraseRows(tx, [intentId], new Date()));
  expect(await settle(asked.attempt, { ...effectOf(asked.attempt), result: { payer: "Ann" } } as Outcome)).toBe(
    "settled",
  );
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId: `fx_${intentId}`, result: null });
});

/** Asked before, answered after. */
async function question({ attempt: { intentId } }: Asked): Promise<ReservedProbe> {
  await stage.makeProbeDue(intentId);
  const all = await reserveProbes(db.client, { limit: 16, perToolMax: 16, underWay: {}, forMs: 60_000 });
  const found = all.find((one) => one.intentId === intentId);
  if (found === undefined) throw new Error("nothing is to be asked");
  return found;
}

async function isFound(asked: ReservedProbe): Promise<void> {
  const present = { kind: "present", effectId: `fx_${asked.intentId}`, result: {} } as const;
  const deps = { ...shared(), catalog: makeContractCatalog(db), wake: () => undefined };
  const ask = async () => ({ result: present, exchange: null });
  await probeDoubt({ ...deps, ask }, asked, new AbortController().signal);
}

describe("a probe that was under way when a person had it sent again finds it, and it was then", () => {
  test.each([
    ["cleared", async () => undefined],
    ["held", hold],
    ["withdrawn", withdraw],
  ] as const)("%s", async (state, happens) => {
    const asked = await inDoubt();
    const asking = await question(asked);
    await sendAgain(asked);
    await happens(asked);
    await isFound(asking);
    await expectNothingMore(asked, state, "late_probe");
  });
});
