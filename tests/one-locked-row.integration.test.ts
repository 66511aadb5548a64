// One locked row is one action's problem: while a session sits on it, everything else is taken, claimed, settled and
// swept; what was locked goes on when it is free. By the order of events alone, never by the clock.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { escalateHolds } from "@/lib/application/escalate-holds";
import { type Settlement, type SettleResult, settleAttempts, settleInLine } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { isBusy } from "@/lib/store/errors";
import { digestLock, toolLock } from "@/lib/store/locks";
import { alignDue } from "./support/align-due";
import { callAs } from "./support/call-as";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
let holder: pg.Client;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "locked row" });
  holder = new pg.Client({ connectionString: stage.product.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await db.close();
  await stage.close();
});
beforeEach(() => holder.query("rollback"));

const shared = () => ({
  ...{ db, newId: makeIdSource(Date.now), termsOf: makeContractCatalog(db).termsOf, workerId: "test", random: () => 0 },
  announce: () => undefined,
  onError: (error: unknown) => {
    throw error;
  },
});

/** Held until `rollback`, by a session that does nothing else. */
async function hold(sql: string, ...values: unknown[]): Promise<void> {
  await holder.query("begin");
  await holder.query("set local idle_in_transaction_session_timeout = 0");
  await holder.query(sql, values);
}
const holdRow = (id: unknown) => hold("select 1 from intents where id = $1 for update", id);
const release = () => holder.query("rollback");

/** Which of these calls were answered while the lock was held. */
function watch<T>(calls: Promise<T>[]) {
  const answered = new Set<number>();
  calls.forEach((call, index) => void call.then(() => answered.add(index)));
  return answered;
}

/** As if its hour were nearly, or just, over. */
async function endHolds(ids: string[], when: string): Promise<void> {
  await stage.database.query(
    `update intents set hold_expires_at = now() + $2::interval, hold = jsonb_set(jsonb_set(hold::jsonb,
       '{since}', to_jsonb((extract(epoch from now() - interval '1 hour') * 1000)::bigint)),
       '{expiresAt}', to_jsonb((extract(epoch from now() + $2::interval) * 1000)::bigint))::json
     where id = any($1)`,
    [ids, when],
  );
  await alignDue((sql) => stage.database.query(sql));
}

const many = (count: number, tool: string) => Array.from({ length: count }, () => stage.order(tool));
const submit = (body: Record<string, unknown>) => stage.submit(body, 0);

/** As an agent does that is told that the action is busy. */
async function submitUntilTaken(body: Record<string, unknown>) {
  let answer = await submit(body);
  while (answer.status === 503) answer = await submit(body);
  return answer;
}

async function storedOf(id: unknown): Promise<{ stem: string }> {
  const { rows } = await stage.database.query("select encode(stem, 'hex') as stem from intents where id = $1", [id]);
  return rows[0];
}

test.each<[string, (id: unknown, tool: string) => Promise<void>]>([
  ["its row", (id) => holdRow(id)],
  ["its key", async (id) => hold("select pg_advisory_xact_lock($1)", String(digestLock((await storedOf(id)).stem)))],
])(
  "intake: repeats of an action of which a session holds %s wait for it; all others are taken meanwhile",
  async (_, holdIt) => {
    const tool = await stage.publish({ probe: false });
    const action = stage.order(tool);
    const { body } = await submit(action);
    await holdIt(body["id"], tool);
    // More flushes than may run at once, each with the locked one in it.
    const stuck = Array.from({ length: 6 }, () => submitUntilTaken(action));
    const beside = watch(stuck);
    for (let round = 0; round < 4; round += 1) {
      const others = await Promise.all(many(25, tool).map(submit));
      for (const { status } of others) expect(status).toBe(202);
    }
    expect(beside.size).toBe(0);
    await release();
    for (const answer of await Promise.all(stuck)) expect(answer.body).toMatchObject({ id: body["id"] });
    expect(await stage.intent(String(body["id"]))).toMatchObject({ submissionCount: 7 });
  },
);

test("intake: a publish that takes long keeps waiting only those who ask for its tool", async () => {
  const [tool, other] = [await stage.publish({ probe: false }), await stage.publish({ probe: false })];
  await hold("select pg_advisory_xact_lock($1)", String(toolLock(tool)));
  const stuck = many(6, tool).map(submitUntilTaken);
  const beside = watch(stuck);
  for (let round = 0; round < 4; round += 1)
    for (const { status } of await Promise.all(many(25, other).map(submit))) expect(status).toBe(202);
  expect(beside.size).toBe(0);
  await release();
  for (const { status } of await Promise.all(stuck)) expect(status).toBe(202);
});

/** As an operator does who is told that the intent is busy. */
async function denyUntilAnswered({ id, argsDigest }: Record<string, unknown>) {
  const deny = { verdict: "deny", argsDigest, reason: "crowd" };
  let answer = await stage.asAdmin("POST", `/intents/${id}/decisions`, deny);
  while (answer.status === 503) answer = await stage.asAdmin("POST", `/intents/${id}/decisions`, deny);
  return answer;
}

const waitingSessions = async () => {
  const sql = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await stage.database.query(sql)).rowCount ?? 0;
};

test("people's verbs: a crowd of deciders about one locked intent keeps no other intent, agent or read waiting", async () => {
  const tool = await stage.publish({ probe: false, policy: [{ then: "hold" }] });
  const [locked, free] = (await Promise.all(many(2, tool).map(submit))).map(({ body }) => body);
  const unknown = await stage.publish({ probe: false }); // its contract is read from the store when it is first asked for
  await holdRow(locked?.["id"]);
  const stuck = Array.from({ length: 30 }, () => denyUntilAnswered(locked ?? {}));
  const beside = watch(stuck);
  await expect.poll(waitingSessions).toBeGreaterThan(0);
  expect(await submit(stage.order(unknown))).toMatchObject({ status: 202 });
  expect(await stage.asAdmin("GET", `/intents/${locked?.["id"]}`)).toMatchObject({ status: 200 });
  const deny = { verdict: "deny", argsDigest: free?.["argsDigest"], reason: "no" };
  expect(await stage.asAdmin("POST", `/intents/${free?.["id"]}/decisions`, deny)).toMatchObject({ status: 200 });
  expect(await waitingSessions()).toBeLessThan(2);
  expect(beside.size).toBe(0);
  await release();
  const codes = (await Promise.all(stuck)).map(({ status, body }) => `${status} ${body["code"] ?? ""}`).sort();
  expect(codes).toEqual(["200 ", ...Array(29).fill("409 wrong_state")]);
});

test("people's verbs: more locked intents than there are connections leave agents and reads theirs", async () => {
  const tool = await stage.publish({ probe: false, policy: [{ then: "hold" }] });
  const held = (await Promise.all(many(20, tool).map(submit))).map(({ body }) => body);
  const unknown = await stage.publish({ probe: false });
  const ids = held.map(({ id }) => id);
  await hold("select 1 from intents where id = any($1) for update", ids);
  const stuck = held.map(denyUntilAnswered);
  const beside = watch(stuck);
  await expect.poll(waitingSessions).toBeGreaterThan(1);
  expect(await submit(stage.order(unknown))).toMatchObject({ status: 202 });
  expect(await stage.asAdmin("GET", `/intents/${ids[0]}`)).toMatchObject({ status: 200 });
  expect(beside.size).toBe(0);
  await release();
  for (const { status } of await Promise.all(stuck)) expect(status).toBe(200);
});

test.each<[string, "undo" | "withdraw"]>([
  ["an approval that is taken back", "undo"],
  ["an intent that its agent takes back", "withdraw"],
])(
  "people's verbs: %s bears the time at which the row was free, not the one at which it was asked for",
  async (_, verb) => {
    const tool = await stage.publish({ probe: false, policy: [{ then: "hold" }], undo: "1h" });
    const { body } = await submit(stage.order(tool));
    const id = String(body["id"]);
    const { argsDigest } = await stage.intent(id);
    await stage.asAdmin("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest });
    await holdRow(id);
    const asAgent = callAs(stage.product.url, stage.product.agentKey);
    const back = (verb === "undo" ? stage.asAdmin : asAgent)("POST", `/intents/${id}/${verb}`, {});
    await expect.poll(waitingSessions).toBe(1);
    const [{ now }] = (await stage.database.query("select clock_timestamp()::timestamptz(3) as now")).rows;
    await release();
    expect(await back).toMatchObject({ status: 200 });
    const { items } = (await stage.asAdmin("GET", `/intents/${id}/events`)).body as {
      items: { type: string; at: string }[];
    };
    const taken = items.find(({ type }) => type === `intent.${verb}`);
    expect(Date.parse(taken?.at ?? "")).toBeGreaterThanOrEqual(now.getTime());
  },
);

const SUCCESS = (effectId: string): Outcome => ({ class: "success", effectId, result: { id: effectId } });

async function claimed(tool: string, count: number): Promise<ClaimedAttempt[]> {
  const ids = (await Promise.all(many(count, tool).map(submit))).map(({ body }) => String(body["id"]));
  return claimIntents(shared(), { ids, limit: count, exceptTools: [] });
}
const word = ({ attemptId, intentId, fence }: ClaimedAttempt) => ({
  ...{ attemptId, intentId, fence, exchange: null, outcome: SUCCESS(`fx_${intentId}`) },
});

test("settles: of a batch of a hundred the locked one is told so at once, the others are settled", async () => {
  const attempts = await claimed(await stage.publish({ probe: false }), 100);
  expect(attempts).toHaveLength(100);
  await holdRow(attempts[41]?.intentId);
  const results = await settleAttempts(shared(), attempts.map(word));
  expect(results.flatMap((result, index) => (result === "settled" ? [] : [index, result]))).toEqual([41, "locked"]);
  await release();
  expect(await settleAttempts(shared(), attempts.slice(41, 42).map(word))).toEqual(["settled"]);
});

/** As the worker does whose wait was in vain. */
const standInLine = (settlement: Settlement): Promise<SettleResult> =>
  settleInLine(shared(), settlement).catch((error) => {
    if (isBusy(error)) return standInLine(settlement);
    throw error;
  });

test("settles: one that stands in line has its turn although others always wait for the row, and holds up no batch", async () => {
  const attempts = await claimed(await stage.publish({ probe: false }), 3);
  const [hot, ...others] = attempts.map(word);
  if (hot === undefined) throw new Error("nothing was claimed");
  await holdRow(hot.intentId);
  const standing = standInLine(hot);
  await expect.poll(waitingSessions).toBe(1);
  const later = new pg.Client({ connectionString: stage.product.databaseUrl });
  await later.connect();
  // What a crowd does: there is always another that waits for the row, so that it is never free to be tried.
  const next = later.query("select 1 from intents where id = $1 for update", [hot.intentId]);
  await expect.poll(waitingSessions).toBe(2);
  expect(await settleAttempts(shared(), [hot, ...others])).toEqual(["locked", "settled", "settled"]);
  await release();
  expect(await standing).toBe("settled");
  await next;
  await later.end();
  expect(await stage.intent(hot.intentId)).toMatchObject({ state: "succeeded" });
});

test("claims: what is locked is left alone, and the rest is claimed", async () => {
  const tool = await stage.publish({ probe: false });
  const ids = (await Promise.all(many(10, tool).map(submit))).map(({ body }) => String(body["id"]));
  await holdRow(ids[3]);
  const taken = await claimIntents(shared(), { ids, limit: 10, exceptTools: [] });
  expect(taken.map(({ intentId }) => intentId).sort()).toEqual(ids.filter((_, index) => index !== 3).sort());
  await release();
  expect(await claimIntents(shared(), { ids, limit: 10, exceptTools: [] })).toMatchObject([{ intentId: ids[3] }]);
});

test("the sweeper does not stand in line: lost leases, expired holds and those that near their end pass by a locked one", async () => {
  const attempts = await claimed(await stage.publish({ probe: false }), 3);
  const heldBy = await stage.publish({ probe: false, policy: [{ then: "hold", expiresIn: "1h" }] });
  const held = (await Promise.all(many(6, heldBy).map(submit))).map(({ body }) => String(body["id"]));
  const [expiring, nearing] = [held.slice(0, 3), held.slice(3)];
  const past = "now() - interval '1 minute'";
  const lost = attempts.map(({ intentId }) => intentId);
  await stage.database.query(`update intents set lease_until = ${past} where id = any($1)`, [lost]);
  await endHolds(expiring, "-1 minute");
  await endHolds(nearing, "1 minute");
  const locked = [lost[0], expiring[0], nearing[0]];
  await hold("select 1 from intents where id = any($1) for update", locked);
  await sweepOnce(shared());
  await escalateHolds({ ...shared(), publicUrl: "http://localhost", sends: false });
  const stateOf = async (id: string) => (await stage.intent(id))["state"];
  expect(await Promise.all(lost.map(stateOf))).toEqual(["executing", "in_doubt", "in_doubt"]);
  expect(await Promise.all(expiring.map(stateOf))).toEqual(["held", "expired", "expired"]);
  const told = await Promise.all(nearing.map(async (id) => (await stage.events(id, "intent.escalated")).length));
  expect(told).toEqual([0, 1, 1]);
  await release();
  await sweepOnce(shared());
  await escalateHolds({ ...shared(), publicUrl: "http://localhost", sends: false });
  expect([await stateOf(lost[0] ?? ""), await stateOf(expiring[0] ?? "")]).toEqual(["in_doubt", "expired"]);
  expect(await stage.events(nearing[0] ?? "", "intent.escalated")).toHaveLength(1);
});
