/** What every store of the execution protocol must keep, in memory or in PostgreSQL: the same tests for both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExecutionStore } from "@/lib/application/execution-store";
import type { PendingSubmission } from "@/lib/application/intake/pending";
import type { Outcome } from "@/lib/domain/event";
import { LEASE_MARGIN_MS } from "@/lib/domain/intent";
import type { IntentRow } from "@/lib/store/intent-row";
import { TIMEOUT_MS } from "./contracts";
import type { Sent } from "./submission";

export type StoreStage = {
  store: ExecutionStore;
  pending(sent: Sent): Promise<PendingSubmission>;
  /** Types and data of the intent's events, oldest first. */
  events(intentId: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
  /** As if so much time had gone by. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
};

const LEASE_MS = TIMEOUT_MS + LEASE_MARGIN_MS;
const FAILURE = { code: "test", message: "It did not work." };
const SUCCESS: Outcome = { class: "success", effectId: "eff_1", result: { id: "eff_1" } };
const UNKNOWN: Outcome = { class: "unknown", failure: FAILURE };
const NOT_SENT: Outcome = { class: "not_sent", failure: FAILURE };
const OPERATOR = { operatorId: "opr_contract", role: "admin", decisionId: "dec_contract" } as const;
const PERSON = { kind: "operator", id: OPERATOR.operatorId } as const;

export function executionStoreContract(name: string, makeStage: () => Promise<StoreStage>): void {
  describe(`${name} as the store of execution`, () => {
    let stage: StoreStage;
    let thingCount = 0;
    beforeAll(async () => {
      stage = await makeStage();
    });
    afterAll(() => stage.close());

    async function submitTo(tool: string, args: Sent["args"] = {}): Promise<IntentRow> {
      thingCount += 1;
      return again({
        tool,
        run: "run",
        step: `step-${thingCount}`,
        args: { id: `thing-${thingCount}`, amount: 20, ...args },
      });
    }
    async function again(sent: Sent): Promise<IntentRow> {
      const [recorded] = await stage.store.submit([await stage.pending(sent)]);
      if (recorded?.kind !== "recorded") throw new Error(`not recorded: ${JSON.stringify(recorded)}`);
      return recorded.row;
    }
    const claim = (ids: string[] | null, limit = 10) => stage.store.claim({ ids, limit, exceptTools: [] });
    async function claimOne(id: string) {
      const [claimed] = await claim([id]);
      if (claimed === undefined) throw new Error(`${id} was not there to claim`);
      return claimed;
    }
    async function settle(id: string, fence: number, attemptId: string, outcome: Outcome) {
      return stage.store.settle([{ attemptId, intentId: id, fence, outcome, exchange: null }]);
    }
    const stateOf = async (id: string) => (await stage.store.find(id))?.state;

    test("what is due is claimed once, with a fence and a lease", async () => {
      const { id, key, argsDigest } = await submitTo("blind");
      expect(await claimOne(id)).toMatchObject({ intentId: id, fence: 1, key, argsDigest, timeoutMs: TIMEOUT_MS });
      expect(await claim([id])).toEqual([]);
      expect(await stage.store.find(id)).toMatchObject({ state: "executing", fence: 1 });
    });

    test("two who claim at once never get the same intent", async () => {
      const rows = [await submitTo("blind"), await submitTo("blind"), await submitTo("blind")];
      const ids = rows.map(({ id }) => id);
      const claimed = (await Promise.all([claim(ids), claim(ids), claim(ids)])).flat().map(({ intentId }) => intentId);
      const rest = (await claim(ids)).map(({ intentId }) => intentId);
      expect([...claimed, ...rest].sort()).toEqual([...ids].sort());
    });

    test("a claim takes no more than it may, and leaves out tools that rest", async () => {
      const rows = [await submitTo("blind"), await submitTo("blind")];
      const ids = rows.map(({ id }) => id);
      expect(await stage.store.claim({ ids, limit: 10, exceptTools: ["blind"] })).toEqual([]);
      expect(await claim(ids, 1)).toHaveLength(1);
      const room = { byTool: new Map([["blind", 0]]), others: 10 };
      expect(await stage.store.claim({ ids, limit: 10, exceptTools: [], room })).toEqual([]);
      expect(await claim(ids)).toHaveLength(1);
    });

    test("the attempt that holds the fence is heard once; a late or a foreign one is not, and is on record", async () => {
      const { id } = await submitTo("blind");
      const { attemptId, fence } = await claimOne(id);
      expect(await settle(id, fence + 1, attemptId, SUCCESS)).toEqual(["rejected"]);
      expect(await settle(id, fence, attemptId, SUCCESS)).toEqual(["settled"]);
      expect(await settle(id, fence, attemptId, UNKNOWN)).toEqual(["rejected"]);
      expect(await stage.store.find(id)).toMatchObject({ state: "succeeded", effectId: "eff_1" });
      const late = (await stage.events(id)).filter(({ type }) => type === "attempt.late_settle_rejected");
      expect(late).toHaveLength(2);
    });

    test("a claim that was never committed settles nothing, though another claim has its fence, and leaves no record", async () => {
      const { id } = await submitTo("blind");
      const { attemptId, fence } = await claimOne(id);
      const base = { intentId: id, fence, exchange: null, isUnansweredClaim: true } as const;
      const outcome = { ...NOT_SENT, retryAfterMs: 0, counted: false } as const;
      expect(await stage.store.settle([{ ...base, attemptId: "att_never", outcome }])).toEqual(["rejected"]);
      expect(await stateOf(id)).toBe("executing");
      expect((await stage.events(id)).filter(({ type }) => type === "attempt.late_settle_rejected")).toEqual([]);
      expect(await stage.store.settle([{ ...base, attemptId, outcome }])).toEqual(["settled"]);
      expect(await claimOne(id)).toMatchObject({ fence: fence + 1 });
    });

    test("what was not sent is due again after its delay, under a higher fence", async () => {
      const { id } = await submitTo("blind");
      const first = await claimOne(id);
      await settle(id, first.fence, first.attemptId, NOT_SENT);
      expect(await stateOf(id)).toBe("cleared");
      expect(await claim([id])).toEqual([]);
      await stage.pass(5_000);
      expect(await claimOne(id)).toMatchObject({ fence: 2 });
      expect(await settle(id, first.fence, first.attemptId, UNKNOWN)).toEqual(["rejected"]);
      expect(await stateOf(id)).toBe("executing");
    });

    test("an effect that is told while a later attempt runs is that attempt's to end, and said again after it", async () => {
      const { id } = await submitTo("keyed");
      const first = await claimOne(id);
      await stage.pass(LEASE_MS + 1_000);
      await stage.store.sweep();
      await stage.pass(5_000);
      const second = await claimOne(id);
      const late = { attemptId: first.attemptId, intentId: id, fence: first.fence, outcome: SUCCESS, exchange: null };
      expect(await stage.store.settle([late])).toEqual(["waits"]);
      expect(await stage.store.settle([{ ...late, hasWaited: true }])).toEqual(["waits"]);
      expect(await stateOf(id)).toBe("executing");
      const told = (await stage.events(id)).filter(({ type }) => type === "attempt.late_settle_rejected");
      expect(told).toMatchObject([{ data: { refusal: "waits" } }]);
      await settle(id, second.fence, second.attemptId, UNKNOWN);
      expect(await stage.store.settle([{ ...late, hasWaited: true }])).toEqual(["settled"]);
      expect(await stage.store.find(id)).toMatchObject({ state: "succeeded", effectId: "eff_1" });
    });

    test("a lost lease is an unknown outcome: a doubt without the key's honour, a retry with it", async () => {
      const [blind, keyed] = [await submitTo("blind"), await submitTo("keyed")];
      const lost = [await claimOne(blind.id), await claimOne(keyed.id)];
      await stage.store.sweep();
      expect([await stateOf(blind.id), await stateOf(keyed.id)]).toEqual(["executing", "executing"]);
      await stage.pass(LEASE_MS + 1_000);
      expect(await stage.store.sweep()).toBeGreaterThanOrEqual(2);
      expect([await stateOf(blind.id), await stateOf(keyed.id)]).toEqual(["in_doubt", "cleared"]);
      for (const { intentId, fence, attemptId } of lost) {
        expect(await settle(intentId, fence, attemptId, UNKNOWN)).toEqual(["rejected"]);
        expect(await settle(intentId, fence, "att_never", SUCCESS)).toEqual(["rejected"]);
      }
      expect([await stateOf(blind.id), await stateOf(keyed.id)]).toEqual(["in_doubt", "cleared"]);
    });

    test("an effect with its id is news whenever it is told: it ends the doubt, and the wait for a retry", async () => {
      const [blind, keyed] = [await submitTo("blind"), await submitTo("keyed")];
      const lost = [await claimOne(blind.id), await claimOne(keyed.id)];
      await stage.pass(LEASE_MS + 1_000);
      await stage.store.sweep();
      for (const { intentId, fence, attemptId } of lost) {
        const outcome = { ...SUCCESS, effectId: `eff_${intentId}` };
        expect(await settle(intentId, fence, attemptId, outcome)).toEqual(["settled"]);
        expect(await stage.store.find(intentId)).toMatchObject({ state: "succeeded", effectId: `eff_${intentId}` });
        const told = (await stage.events(intentId)).filter(({ data }) => data["late"] === true);
        expect(told).toMatchObject([{ type: "intent.settle", data: { attemptId, to: "succeeded" } }]);
      }
      expect(await claim(lost.map(({ intentId }) => intentId))).toEqual([]);
    });

    test("what is held is not claimed until a person approves these very args", async () => {
      const { id, argsDigest } = await submitTo("blind", { amount: 80 });
      expect(await claim([id])).toEqual([]);
      const stale = { type: "approve", ...OPERATOR, argsDigest: "another" } as const;
      await expect(stage.store.apply(id, PERSON, stale)).rejects.toMatchObject({ refusal: { code: "args_changed" } });
      await stage.store.apply(id, PERSON, { type: "approve", ...OPERATOR, argsDigest });
      expect(await claimOne(id)).toMatchObject({ argsDigest });
    });

    test("a hold that is over expires, and nothing of it runs", async () => {
      const { id } = await submitTo("blind", { amount: 80 });
      await stage.pass(31_000);
      await stage.store.sweep();
      expect(await stateOf(id)).toBe("expired");
      expect(await claim([id])).toEqual([]);
    });

    test("a repeat joins in one flush and in the next; a doubt answers it, a transient failure opens again", async () => {
      const sent = { tool: "blind", run: "run", step: "step-repeat", args: { id: "thing-repeat", amount: 20 } };
      const twice = [
        await stage.pending(sent),
        await stage.pending({ ...sent, args: { ...sent.args, amount: "20.00" } }),
      ];
      const recorded = await stage.store.submit(twice);
      const ids = recorded.map((one) => (one.kind === "recorded" ? one.row.id : one.kind));
      expect(new Set(ids).size).toBe(1);
      const id = String(ids[0]);
      const { attemptId, fence } = await claimOne(id);
      await settle(id, fence, attemptId, UNKNOWN);
      expect(await again(sent)).toMatchObject({ id, state: "in_doubt", submissionCount: 3 });
      const evidence = "looked";
      await stage.store.apply(id, PERSON, {
        type: "resolve",
        ...OPERATOR,
        outcome: "not_executed",
        then: "retry",
        confirmEarly: true,
        evidence,
      });
      expect(await claimOne(id)).toMatchObject({ fence: 2 });
    });

    test("the audit tells every change: each event starts where the last one ended", async () => {
      const { id } = await submitTo("blind");
      const first = await claimOne(id);
      await settle(id, first.fence, first.attemptId, NOT_SENT);
      await stage.pass(5_000);
      const second = await claimOne(id);
      await settle(id, second.fence, second.attemptId, SUCCESS);
      const moves = (await stage.events(id)).flatMap(({ type, data }) =>
        data["to"] === undefined ? [] : [`${type} ${data["from"] ?? ""} > ${data["to"]}`],
      );
      expect(moves).toEqual([
        "intent.opened  > cleared",
        "intent.claim cleared > executing",
        "intent.settle executing > cleared",
        "intent.claim cleared > executing",
        "intent.settle executing > succeeded",
      ]);
    });
  });
}
