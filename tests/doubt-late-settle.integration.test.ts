// A settle that comes too late: an effect with its id ends the doubt; all else is recorded, and a finding where it contradicts.
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeSetAside } from "@/lib/application/set-aside";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { alignDue } from "./support/align-due";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 2, name: "late settle" });
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const fail = (error: unknown) => {
  throw error;
};
const shared = () => {
  const { termsOf } = makeContractCatalog(db);
  const more = { announce: () => undefined, onError: fail, random: () => 0 };
  return { db, newId: makeIdSource(Date.now), termsOf, workerId: `${hostname()}-test`, ...more };
};

async function claimed(tool: string): Promise<ClaimedAttempt> {
  const { body } = await stage.submit(stage.order(tool), 0);
  const [attempt] = await claimIntents(shared(), { ids: [String(body["id"])], limit: 1, exceptTools: [] });
  if (attempt === undefined) throw new Error("nothing was claimed");
  return attempt;
}

async function settle(
  { attemptId, intentId, fence }: ClaimedAttempt,
  outcome: Outcome,
  announce: (ids: string[]) => void = () => undefined,
) {
  const deps = { ...shared(), announce };
  const [result] = await settleAttempts(deps, [{ attemptId, intentId, fence, outcome, exchange: null }]);
  return result;
}

async function loseLease(intentId: string): Promise<void> {
  const past = "now() - interval '1 minute'";
  await stage.database.query(`update intents set lease_until = ${past} where id = $1`, [intentId]);
  await alignDue((sql) => stage.database.query(sql));
  await sweepOnce(shared());
}

const failure = { code: "downstream_402", message: "The downstream answered 402." };
const SUCCESS: Outcome = { class: "success", effectId: "fx_late", result: { id: "fx_late" } };
const REFUSED: Outcome = { class: "definitive", failure };
const resolveAs = (id: string, body: unknown) => stage.asAdmin("POST", `/intents/${id}/resolution`, body);
const NOT_EXECUTED = { outcome: "not_executed", evidence: "Not in their console.", then: "fail" };
const executed = (effectId: string) => ({ outcome: "executed", effectId, evidence: "In their console." });

test("a success after somebody said that nothing happened: state kept, event, and a finding with the effect id", async () => {
  const attempt = await claimed(await stage.publish({ probe: false }));
  await loseLease(attempt.intentId);
  expect((await resolveAs(attempt.intentId, NOT_EXECUTED)).status).toBe(200);
  expect(await settle(attempt, SUCCESS)).toBe("rejected");
  expect(await stage.intent(attempt.intentId)).toMatchObject({ state: "failed", effectId: null });
  expect(await stage.events(attempt.intentId, "attempt.late_settle_rejected")).toMatchObject([
    { outcome: "success", effectId: "fx_late", state: "failed" },
  ]);
  expect(await stage.findings(attempt.intentId, "late_settle")).toMatchObject([
    { state: "open", intentId: attempt.intentId, data: { effectId: "fx_late", attemptId: attempt.attemptId } },
  ]);
});

const own = (outcome: Outcome, { intentId }: ClaimedAttempt): Outcome =>
  "effectId" in outcome ? { ...outcome, effectId: `fx_${intentId}` } : outcome;
const PARTIAL: Outcome = { class: "partial", effectId: "fx_late", result: {}, correctiveAction: "Send the rest." };

test.each([
  ["succeeded", SUCCESS],
  ["partial", PARTIAL],
])(
  "a success while it is in doubt ends the doubt as %s: on record as late, told to who waits, no finding",
  async (state, outcome) => {
    const attempt = await claimed(await stage.publish({ probe: false }));
    const { intentId, attemptId } = attempt;
    await loseLease(intentId);
    expect(await stage.intent(intentId)).toMatchObject({ state: "in_doubt" });
    const told: string[][] = [];
    expect(await settle(attempt, own(outcome, attempt), (ids) => told.push(ids))).toBe("settled");
    expect(await stage.intent(intentId)).toMatchObject({ state, effectId: `fx_${intentId}` });
    expect(await stage.events(intentId, "intent.settle")).toMatchObject([
      { late: true, attemptId, from: "in_doubt", to: state, effectId: `fx_${intentId}` },
    ]);
    expect(await stage.findings(intentId, "late_settle")).toEqual([]);
    expect(told).toEqual([[intentId]]);
    const second = await resolveAs(intentId, executed("fx_other"));
    expect(second).toMatchObject({ status: 409, body: { code: "already_resolved" } });
    expect(String(second.body["detail"])).toContain("late");
  },
);

test("a success of a claim that is not this intent's is nobody's word: it stays in doubt", async () => {
  const tool = await stage.publish({ probe: false });
  const [attempt, other] = [await claimed(tool), await claimed(tool)];
  await loseLease(attempt.intentId);
  expect(await settle({ ...attempt, attemptId: other.attemptId }, SUCCESS)).toBe("rejected");
  expect(await settle({ ...attempt, attemptId: "att_never" }, SUCCESS)).toBe("rejected");
  expect(await settle({ ...attempt, fence: attempt.fence + 1 }, SUCCESS)).toBe("rejected");
  expect(await stage.intent(attempt.intentId)).toMatchObject({ state: "in_doubt" });
});

test("L1: a success that arrives while a retry is due ends it, and nothing is sent again", async () => {
  const attempt = await claimed(await stage.publish({ probe: false, execute: { idempotency: { window: "1h" } } }));
  const { intentId } = attempt;
  await loseLease(intentId);
  expect(await stage.intent(intentId)).toMatchObject({ state: "cleared" });
  expect(await settle(attempt, own(SUCCESS, attempt))).toBe("settled");
  await stage.database.query(
    "update intents set due_at = now() - interval '1 ms' where id = $1 and due_at is not null",
    [intentId],
  );
  await alignDue((sql) => stage.database.query(sql));
  expect(await claimIntents(shared(), { ids: [intentId], limit: 1, exceptTools: [] })).toEqual([]);
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded" });
  expect(await stage.findings(intentId, "late_settle")).toEqual([]);
});

test("L1: a success after a person sent it again because nothing had happened ends it, and is a finding", async () => {
  const attempt = await claimed(await stage.publish({ probe: false }));
  const { intentId } = attempt;
  await loseLease(intentId);
  const retry = await resolveAs(intentId, { ...NOT_EXECUTED, then: "retry", confirmEarly: true });
  expect(retry).toMatchObject({ status: 200, body: { state: "cleared" } });
  expect(await settle(attempt, own(SUCCESS, attempt))).toBe("settled");
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded" });
  expect(await stage.findings(intentId, "late_settle")).toMatchObject([{ data: { state: "cleared" } }]);
});

const WRONG_SETTING: Outcome = { class: "configuration", failure, counted: false };
const NOT_SENT: Outcome = { class: "not_sent", failure };

test.each([
  ["held", WRONG_SETTING],
  ["failed", NOT_SENT],
])(
  "L1: a success after its retry left it %s ends it, so that nothing sends it again, and is a finding",
  async (state, outcome) => {
    const attempt = await claimed(await stage.publish({ probe: false, execute: { retries: { max: 0 } } }));
    const { intentId } = attempt;
    await loseLease(intentId);
    await resolveAs(intentId, { ...NOT_EXECUTED, then: "retry", confirmEarly: true });
    const [retry] = await claimIntents(shared(), { ids: [intentId], limit: 1, exceptTools: [] });
    expect(await settle(retry as ClaimedAttempt, outcome)).toBe("settled");
    expect(await stage.intent(intentId)).toMatchObject({ state });
    expect(await settle(attempt, own(SUCCESS, attempt))).toBe("settled");
    expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId: `fx_${intentId}` });
    expect(await stage.findings(intentId, "late_settle")).toMatchObject([{ data: { state } }]);
  },
);

test("a success that agrees with what people said is recorded, and nobody need look at it", async () => {
  const attempt = await claimed(await stage.publish({ probe: false }));
  await loseLease(attempt.intentId);
  await resolveAs(attempt.intentId, executed("fx_late"));
  expect(await settle(attempt, SUCCESS)).toBe("rejected");
  expect(await stage.events(attempt.intentId, "attempt.late_settle_rejected")).toHaveLength(1);
  expect(await stage.findings(attempt.intentId, "late_settle")).toEqual([]);
});

test("another effect id, or a refusal, after people said that it happened is a finding", async () => {
  const tool = await stage.publish({ probe: false });
  for (const outcome of [SUCCESS, REFUSED]) {
    const attempt = await claimed(tool);
    await loseLease(attempt.intentId);
    const effectId = `fx_other_${attempt.intentId}`;
    await resolveAs(attempt.intentId, executed(effectId));
    expect(await settle(attempt, outcome)).toBe("rejected");
    expect(await stage.intent(attempt.intentId)).toMatchObject({ state: "succeeded", effectId });
    expect(await stage.findings(attempt.intentId, "late_settle")).toMatchObject([
      { data: { outcome: outcome.class, recordedEffectId: effectId } },
    ]);
  }
});

/** As a worker does: a row that is just being changed is asked for again. */
async function settleUntilHeard(attempt: ClaimedAttempt, outcome: Outcome) {
  let result = await settle(attempt, outcome);
  while (result === "locked") result = await settle(attempt, outcome);
  return result;
}

test("settle and resolution at once: one wins; who resolves a settled intent is told its state", async () => {
  const tool = await stage.publish({ probe: false });
  const unknown: Outcome = { class: "unknown", failure };
  for (let round = 0; round < 5; round += 1) {
    const attempt = await claimed(tool);
    await loseLease(attempt.intentId);
    const [settled, ...resolved] = await Promise.all([
      settleUntilHeard(attempt, round % 2 === 0 ? own(SUCCESS, attempt) : unknown),
      resolveAs(attempt.intentId, executed(`fx_1_${round}`)),
      resolveAs(attempt.intentId, executed(`fx_2_${round}`)),
    ]);
    const endedByPeople = resolved.filter(({ status }) => status === 200).length;
    expect(resolved.map(({ status }) => status).sort()).toEqual(endedByPeople === 0 ? [409, 409] : [200, 409]);
    expect(settled).toBe(endedByPeople === 0 ? "settled" : "rejected");
    if (round % 2 === 1) expect(endedByPeople).toBe(1);
    expect(await stage.events(attempt.intentId, "attempt.late_settle_rejected")).toHaveLength(endedByPeople);
  }
});

test("O6: a second settlement of one intent in one batch is rejected, and that is on record", async () => {
  const { attemptId, intentId, fence } = await claimed(await stage.publish({ probe: false }));
  const word = { attemptId, intentId, fence, exchange: null };
  const results = await settleAttempts(shared(), [
    { ...word, outcome: SUCCESS },
    { ...word, outcome: REFUSED },
  ]);
  expect(results).toEqual(["settled", "rejected"]);
  expect(await stage.events(intentId, "attempt.late_settle_rejected")).toHaveLength(1);
  expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded", effectId: "fx_late" });
});

test("a claim that finds the downstream's window closed says so at once: whoever waits hears of the doubt", async () => {
  const attempt = await claimed(await stage.publish({ probe: false, execute: { idempotency: { window: "1h" } } }));
  const unknown: Outcome = { class: "unknown", failure: { code: "time_out", message: "No answer in time." } };
  expect(await settle(attempt, unknown)).toBe("settled");
  const past = "now() - interval '2 hours'";
  await stage.database.query(`update intents set first_started_at = ${past}, due_at = ${past} where id = $1`, [
    attempt.intentId,
  ]);
  await alignDue((sql) => stage.database.query(sql));
  const told: string[][] = [];
  const deps = { ...shared(), onDoubt: (ids: string[]) => told.push(ids) };
  expect(await claimIntents(deps, { ids: [attempt.intentId], limit: 1, exceptTools: [] })).toEqual([]);
  expect(told).toEqual([[attempt.intentId]]);
});

const GIVEN_BACK: Outcome = {
  class: "not_sent",
  failure: { code: "claim_unanswered", message: "The store went away during the claim; nothing was sent." },
  retryAfterMs: 0,
  counted: false,
};

test("L9: a claim that was committed and is given back too late is on record: nothing was sent for it", async () => {
  const attempt = await claimed(await stage.publish({ probe: false }));
  await loseLease(attempt.intentId);
  const { attemptId, intentId, fence } = attempt;
  const late = { attemptId, intentId, fence, outcome: GIVEN_BACK, exchange: null, isUnansweredClaim: true } as const;
  expect(await settleAttempts(shared(), [late])).toEqual(["rejected"]);
  expect(await stage.intent(intentId)).toMatchObject({ state: "in_doubt" });
  expect(await stage.events(intentId, "attempt.late_settle_rejected")).toMatchObject([{ outcome: "not_sent" }]);
});

test("O7: intents whose contract cannot be read do not keep others from being found", async () => {
  const unreadable = await stage.publish({ probe: false });
  await stage.submit(stage.order(unreadable), 0);
  const { body } = await stage.submit(stage.order(await stage.publish({ probe: false })), 0);
  const base = shared();
  const termsOf: typeof base.termsOf = (tx, tool, version) => {
    if (tool === unreadable) throw new TypeError("This version cannot be read.");
    return base.termsOf(tx, tool, version);
  };
  const deps = { ...base, termsOf, onError: () => undefined, setAside: makeSetAside(() => 0) };
  const one = { ids: null, limit: 1, exceptTools: [] };
  expect(await claimIntents(deps, one)).toEqual([]);
  expect(await claimIntents(deps, one)).toMatchObject([{ intentId: body["id"] }]);
});
