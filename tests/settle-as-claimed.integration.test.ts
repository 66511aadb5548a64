// A worker settles from what it knows of its claim, as long as that is still what is stored: nothing is read twice, and
// nothing that changed meanwhile is overlooked.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { type SettleResult, settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { toIntent } from "@/lib/store/intent-row";
import { findIntentRow } from "@/lib/store/intents";
import { alignDue } from "./support/align-due";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
let tool: string;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "settle as claimed" });
  tool = await stage.publish();
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const newId = makeIdSource(Date.now);
const fail = (error: unknown): never => {
  throw error;
};
/** Versions are compiled anew for each, as in different processes. */
const worker = (workerId: string) => ({
  ...{ db, newId, termsOf: makeContractCatalog(db).termsOf, workerId },
  ...{ random: () => 0, announce: () => undefined, onError: fail },
});

async function submitAndClaim(): Promise<ClaimedAttempt> {
  const { body } = await stage.submit(stage.order(tool), 0);
  return claim(String(body["id"]));
}

async function claim(intentId: string): Promise<ClaimedAttempt> {
  const [attempt] = await claimIntents(worker("one"), { ids: [intentId], limit: 1, exceptTools: [] });
  if (attempt === undefined) throw new Error(`${intentId} was not claimed.`);
  return attempt;
}

const success = (effectId: string) => ({ class: "success", effectId, result: { ok: true } }) as const;

async function settle(claimed: ClaimedAttempt, remembers = true): Promise<SettleResult | undefined> {
  const { attemptId, intentId, fence } = claimed;
  const word = { attemptId, intentId, fence, outcome: success(`fx_${attemptId}`), exchange: null };
  return (await settleAttempts(worker("one"), [remembers ? { ...word, claim: claimed } : word]))[0];
}

async function ask<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await stage.database.query(sql, values)).rows as T[];
}

const stateOf = async (id: string) =>
  (await ask<{ state: string }>("select state from intents where id = $1", id))[0]?.state;

test("what a worker remembers of its claim is what is stored", async () => {
  const { intentId, asClaimed } = await submitAndClaim();
  const row = await findIntentRow(db.client, intentId);
  if (row === null || asClaimed === undefined) throw new Error("There is nothing to compare.");
  expect(row).toMatchObject(JSON.parse(JSON.stringify(asClaimed.row), reviveInstant));
  const terms = await worker("two").termsOf(db.client, row.tool, row.contractVersion);
  expect(asClaimed.intent).toEqual(toIntent(row, terms));
});

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const reviveInstant = (_name: string, value: unknown) =>
  typeof value === "string" && INSTANT.test(value) ? new Date(value) : value;

test("it ends an intent as one that reads it does", async () => {
  const left = `jsonb_build_object('state', state, 'hold', hold, 'version', version, 'fence', fence, 'result', result,
    'may_have_acted', may_have_acted, 'counted', counted_count, 'cleared_by', cleared_by, 'attempt', attempt_id,
    'window', window_ends_at - ended_at, 'due_at', due_at, 'submissions', submission_count)`;
  const [remembering, reading] = [await submitAndClaim(), await submitAndClaim()];
  expect(await settle(remembering)).toBe("settled");
  expect(await settle(reading, false)).toBe("settled");
  const rows = await ask<{ left: unknown }>(`select ${left} as left from intents where id = any($1)`, [
    remembering.intentId,
    reading.intentId,
  ]);
  expect(rows[0]).toEqual(rows[1]);
  expect(await stateOf(remembering.intentId)).toBe("succeeded");
});

test("a submission that joined meanwhile stays counted", async () => {
  const order = stage.order(tool);
  const { body } = await stage.submit(order, 0);
  const claimed = await claim(String(body["id"]));
  await stage.submit(order, 0);
  expect(await settle(claimed)).toBe("settled");
  const [row] = await ask<{ count: number }>(
    "select submission_count as count from intents where id = $1",
    claimed.intentId,
  );
  expect(row?.count).toBe(2);
});

test("L5: once the lease is lost, what is remembered no longer counts: the row is read, and its state decides", async () => {
  const claimed = await submitAndClaim();
  await ask("update intents set lease_until = now() - interval '1 second' where id = $1", claimed.intentId);
  await alignDue((sql) => stage.database.query(sql));
  await sweepOnce({ ...worker("two"), onDoubt: () => undefined });
  expect(await stateOf(claimed.intentId)).toBe("in_doubt");
  expect(await settle(claimed)).toBe("settled"); // an effect with its id ends the doubt
  const [event] = await ask<{ late: boolean }>(
    "select (data ->> 'late')::boolean as late from journal where intent_id = $1 and type = 'intent.settle'",
    claimed.intentId,
  );
  expect(event?.late).toBe(true);
});

test("L1: in a restored store another attempt may hold the same version and fence: it is not ended by this one's word", async () => {
  const claimed = await submitAndClaim();
  await ask("update intents set attempt_id = $2 where id = $1", claimed.intentId, newId("att"));
  expect(await settle(claimed)).not.toBe("settled");
  expect(await stateOf(claimed.intentId)).toBe("executing");
});
