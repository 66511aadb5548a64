// An effect that a worker knows by its id, of an attempt or an intent that a restore took away: it is never only turned away.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { settleAttempts } from "@/lib/application/settle-attempts";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { alignDue } from "./support/align-due";
import { DoubtStage } from "./support/doubt-stage";
import { unguarded } from "./support/journal-rows";
import { ledgerContract } from "./support/ledger-contract";

let stage: DoubtStage;
let db: Database;
let columns = "";
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 2, name: "forgotten effect" });
  await stage.database.query("create table the_copy as select * from intents where false");
  const { rows } = await stage.database.query(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'intents' and table_schema = current_schema() and is_generated = 'NEVER'`,
  );
  columns = rows[0].columns;
});
afterAll(async () => {
  await db.close();
  await stage.close();
});
beforeEach(() => stage.database.query("truncate the_copy"));

const shared = () => ({
  ...{ db, newId: makeIdSource(Date.now), termsOf: makeContractCatalog(db).termsOf, workerId: "test", random: () => 0 },
  announce: () => undefined,
  onError: (error: unknown) => {
    throw error;
  },
});
const claim = (id: unknown) => claimIntents(shared(), { ids: [String(id)], limit: 1, exceptTools: [] });
const success = ({ intentId }: ClaimedAttempt): Outcome => ({
  class: "success",
  effectId: `fx_${intentId}`,
  result: {},
});

async function settle(attempt: ClaimedAttempt, more: object = { claim: attempt }) {
  const { attemptId, intentId, fence } = attempt;
  const word = { attemptId, intentId, fence, outcome: success(attempt), exchange: null, ...more };
  return (await settleAttempts(shared(), [word]))[0];
}

/** Claimed after the copy was made. */
async function claimed(body: Record<string, unknown>): Promise<ClaimedAttempt> {
  const { body: intent } = await stage.submit(body, 0);
  await stage.database.query("insert into the_copy select * from intents where id = $1", [intent["id"]]);
  const [attempt] = await claim(intent["id"]);
  if (attempt === undefined) throw new Error("nothing was claimed");
  return attempt;
}

async function restore({ intentId }: ClaimedAttempt, knows: "intent" | "nothing"): Promise<void> {
  const sql = (text: string, ...values: unknown[]) => stage.database.query(text, values);
  await unguarded(sql, () => sql("delete from journal where intent_id = $1", intentId));
  await sql("delete from intents where id = $1", intentId);
  if (knows === "intent")
    await stage.database.query(`insert into intents (${columns}) select ${columns} from the_copy`);
  await alignDue((sql) => stage.database.query(sql));
}

async function forgottenEffects({ attemptId }: ClaimedAttempt) {
  const { body } = await stage.asAdmin("GET", "/findings?kind=forgotten_effect");
  return (body["items"] as { data: Record<string, unknown> }[]).filter(({ data }) => data["attemptId"] === attemptId);
}
const goesInDoubt = async (id: unknown) => {
  expect(await claim(id)).toEqual([]);
  const { rows } = await stage.database.query("select state, failure ->> 'code' as why from intents where id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ state: "in_doubt", why: "store_restored" }]);
};

test("L1: the intent is there, its attempt is not: the effect ends it, and nothing is sent again", async () => {
  const attempt = await claimed(stage.order(await stage.publish({ probe: false })));
  await restore(attempt, "intent");
  const { attemptId, intentId } = attempt;
  expect(await stage.intent(intentId)).toMatchObject({ state: "cleared" });
  expect(await settle(attempt)).toBe("settled");
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId: `fx_${intentId}` });
  expect(await stage.events(intentId, "intent.settle")).toMatchObject([{ late: true, notOnRecord: true, attemptId }]);
  expect(await stage.findings(intentId, "late_settle")).toMatchObject([{ data: { effectId: `fx_${intentId}` } }]);
  expect(await claim(intentId)).toEqual([]);
});

test("neither is there: a finding has tool, effect, key and what is known, once, and what comes again is in doubt", async () => {
  const body = stage.order(await stage.publish({ probe: false }));
  const attempt = await claimed(body);
  await restore(attempt, "nothing");
  expect(await settle(attempt)).toBe("rejected");
  expect(await settle(attempt)).toBe("rejected");
  const { attemptId, intentId, fence, key, tool, argsDigest } = attempt;
  expect(await forgottenEffects(attempt)).toMatchObject([
    {
      ...{ tool, intentId: null, state: "open" },
      data: { effectId: `fx_${intentId}`, attemptId, fence, key, argsDigest, forgottenIntentId: intentId },
    },
  ]);
  const again = await stage.submit(body, 0);
  expect(again.body["id"]).not.toBe(intentId);
  await goesInDoubt(again.body["id"]);
});

test("L1: it was submitted again before the worker's word came: the effect is the new intent's, and ends it", async () => {
  const body = stage.order(await stage.publish({ probe: false }));
  const attempt = await claimed(body);
  await restore(attempt, "nothing");
  const { body: again } = await stage.submit(body, 0);
  expect(await settle(attempt)).toBe("settled");
  expect(await stage.intent(String(again["id"]))).toMatchObject({
    ...{ state: "succeeded", effectId: `fx_${attempt.intentId}` },
  });
  expect(await claim(again["id"])).toEqual([]);
  expect(await forgottenEffects(attempt)).toEqual([]);
});

test("L1: it was submitted again with other values: a finding, and it goes in doubt instead of being run", async () => {
  const body = stage.order(await stage.publish({ probe: false }));
  const attempt = await claimed(body);
  await restore(attempt, "nothing");
  const args = { ...(body["args"] as object), amount: 90 };
  const { body: again } = await stage.submit({ ...body, args }, 0);
  const id = String(again["id"]);
  expect(await settle(attempt)).toBe("rejected");
  expect(await stage.intent(id)).toMatchObject({ state: "cleared", key: attempt.key });
  expect(await stage.findings(id, "late_settle")).toMatchObject([{ data: { effectId: `fx_${attempt.intentId}` } }]);
  await goesInDoubt(id);
});

/** The same action, submitted again under a contract that asks a person. */
async function heldAgain(tool: string, body: Record<string, unknown>) {
  const contract = ledgerContract(tool, { policy: [{ then: "hold" }] });
  expect((await stage.asAdmin("PUT", `/contracts/${tool}`, contract)).status).toBe(201);
  const { body: again } = await stage.submit(body, 0);
  expect(again).toMatchObject({ state: "held" });
  return { id: String(again["id"]), argsDigest: again["argsDigest"] };
}

test("L1: it waits for a person now: the effect ends it, for an approval would send the same again", async () => {
  const tool = await stage.publish({ probe: false });
  const body = stage.order(tool);
  const attempt = await claimed(body);
  await restore(attempt, "nothing");
  const { id } = await heldAgain(tool, body);
  expect(await settle(attempt)).toBe("settled");
  expect(await stage.intent(id)).toMatchObject({ state: "succeeded", effectId: `fx_${attempt.intentId}` });
});

test("L1: it waits for a person with other values: a finding, and an approval does not run it", async () => {
  const tool = await stage.publish({ probe: false });
  const body = stage.order(tool);
  const attempt = await claimed(body);
  await restore(attempt, "nothing");
  const { id, argsDigest } = await heldAgain(tool, { ...body, args: { ...(body["args"] as object), amount: 90 } });
  expect(await settle(attempt)).toBe("rejected");
  expect(await stage.findings(id, "late_settle")).toMatchObject([{ data: { effectId: `fx_${attempt.intentId}` } }]);
  const approve = { verdict: "approve", argsDigest };
  expect(await stage.asAdmin("POST", `/intents/${id}/decisions`, approve)).toMatchObject({ status: 200 });
  await goesInDoubt(id);
});

test("a store that is just being put back is told again: nothing is decided before it is whole", async () => {
  const attempt = await claimed(stage.order(await stage.publish({ probe: false })));
  await restore(attempt, "nothing");
  await stage.database.query("create table the_state as select * from store_state");
  await stage.database.query("delete from store_state");
  expect(await settle(attempt)).toBe("locked");
  await stage.database.query("insert into store_state select * from the_state");
  expect(await settle(attempt)).toBe("rejected");
  expect(await forgottenEffects(attempt)).toHaveLength(1);
});

test("a word without a claim of its own is no one's: no finding, no suspicion", async () => {
  const attempt = await claimed(stage.order(await stage.publish({ probe: false })));
  await restore(attempt, "intent");
  expect(await settle(attempt, {})).toBe("rejected");
  expect(await forgottenEffects(attempt)).toEqual([]);
  expect(await claim(attempt.intentId)).toHaveLength(1);
});
