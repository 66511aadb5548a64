/** What people do to a store, and what intake then makes of it, in memory or in PostgreSQL: the same tests for both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Recorded } from "@/lib/application/intake/pending";
import type { Outcome } from "@/lib/domain/event";
import type { IntentRow } from "@/lib/store/intent-row";
import { LIMIT_MAX } from "./contracts";
import type { StoreStage } from "./execution-store-contract";
import type { AskedGrant } from "./memory-switches";
import type { Sent } from "./submission";

export type PeopleStage = StoreStage & {
  /** An admin, alone: where a contract asks for more people, the stage is the wrong one. */
  people: {
    approve(row: IntentRow): Promise<void>;
    bypass(intentId: string): Promise<void>;
    pause(tool: string): Promise<void>;
    resume(tool: string): Promise<void>;
    grant(asked: AskedGrant): Promise<void>;
    /** The next version of `contracts`. */
    publish(tool: string): Promise<void>;
    erase(intentId: string): Promise<void>;
  };
};

const FAILURE = { code: "test", message: "It did not work." };
const DEFINITIVE: Outcome = { class: "definitive", failure: FAILURE };
const NOT_SENT: Outcome = { class: "not_sent", failure: FAILURE, retryAfterMs: 0 };
const successOf = (effectId: string): Outcome => ({ class: "success", effectId, result: { id: effectId } });

export function peopleStoreContract(name: string, makeStage: () => Promise<PeopleStage>): void {
  describe(`${name} as the store of what people do`, () => {
    let stage: PeopleStage;
    let thingCount = 0;
    beforeAll(async () => {
      stage = await makeStage();
    });
    afterAll(() => stage.close());

    function sentTo(tool: string, args: Sent["args"] = {}): Sent {
      thingCount += 1;
      const id = `thing-p${thingCount}`;
      return { tool, run: "run", step: `step-p${thingCount}`, args: { id, amount: 20, ...args } };
    }
    async function record(sent: Sent): Promise<Recorded> {
      const [recorded] = await stage.store.submit([await stage.pending(sent)]);
      if (recorded === undefined) throw new Error("nothing was recorded");
      return recorded;
    }
    async function rowOf(sent: Sent): Promise<IntentRow> {
      const recorded = await record(sent);
      if (recorded.kind !== "recorded") throw new Error(`not recorded: ${JSON.stringify(recorded)}`);
      return recorded.row;
    }
    async function found(id: string): Promise<IntentRow> {
      const row = await stage.store.find(id);
      if (row === null) throw new Error(`${id} is not there`);
      return row;
    }
    const claim = (id: string) => stage.store.claim({ ids: [id], limit: 10, exceptTools: [] });
    async function run(id: string, outcome: Outcome): Promise<IntentRow> {
      const [claimed] = await claim(id);
      if (claimed === undefined) throw new Error(`${id} was not there to claim`);
      const { attemptId, fence } = claimed;
      await stage.store.settle([{ attemptId, intentId: id, fence, outcome, exchange: null }]);
      return found(id);
    }

    test("what is paused is not claimed until it is resumed", async () => {
      const { id } = await rowOf(sentTo("blind"));
      await stage.people.pause("blind");
      expect(await claim(id)).toEqual([]);
      await stage.people.resume("blind");
      expect(await claim(id)).toHaveLength(1);
    });

    test("the clock of a hold stands still while it is paused", async () => {
      const held = await rowOf(sentTo("probed", { amount: 80 }));
      await stage.people.pause("probed");
      await stage.pass(31_000);
      await stage.store.sweep();
      expect(await found(held.id)).toMatchObject({ state: "held" });
      await stage.people.resume("probed");
    });

    test("a limit is taken at clearing, kept through retries, given back by what failed, and people may pass it", async () => {
      const ids: string[] = [];
      for (let count = 0; count < LIMIT_MAX; count += 1) ids.push((await rowOf(sentTo("limited"))).id);
      const [first = "", second = ""] = ids;
      expect(await run(first, NOT_SENT)).toMatchObject({ state: "cleared" });
      const over = await rowOf(sentTo("limited"));
      expect(over).toMatchObject({ state: "held", hold: { reasons: ["limit"] } });
      expect(await run(first, DEFINITIVE)).toMatchObject({ state: "failed" });
      expect(await rowOf(sentTo("limited"))).toMatchObject({ state: "cleared" });
      expect(await rowOf(sentTo("limited"))).toMatchObject({ state: "held" });
      await run(second, successOf("eff_limited"));
      await stage.people.approve(await found(over.id));
      expect(await found(over.id)).toMatchObject({ state: "cleared", clearedBy: { kind: "operators" } });
    });

    test("a grant stands in for people as often as it says, and no more", async () => {
      await stage.people.grant({ tool: "granted", amountMax: 100, usesMax: 2, lastsMs: 600_000 });
      const states = [];
      for (const amount of [80, 200, 80, 80]) states.push((await rowOf(sentTo("granted", { amount }))).state);
      expect(states).toEqual(["cleared", "held", "cleared", "held"]);
    });

    test("a caller's key stands for one action", async () => {
      const sent = { ...sentTo("keyed"), callerKey: "caller-p" };
      const { id } = await rowOf(sent);
      expect(await rowOf({ ...sent, run: "another" })).toMatchObject({ id });
      const other = { ...sentTo("keyed"), callerKey: "caller-p" };
      expect(await record(other)).toMatchObject({ kind: "refused", code: "idempotency_key_reused", intentId: id });
      expect(await record({ ...sentTo("blind"), callerKey: "caller-p" })).toMatchObject({ kind: "recorded" });
    });

    test("a bypass is the next generation: another key, cleared by people, and what later submissions join", async () => {
      const sent = sentTo("blind");
      const first = await rowOf(sent);
      await run(first.id, successOf("eff_bypassed"));
      await stage.people.bypass(first.id);
      const { successorId } = await found(first.id);
      const successor = await found(String(successorId));
      expect(successor).toMatchObject({ generation: 2, predecessorId: first.id, stem: first.stem, state: "cleared" });
      expect(successor.key).not.toBe(first.key);
      expect(await rowOf(sent)).toMatchObject({ id: successor.id, submissionCount: 2 });
      expect((await stage.events(successor.id)).map(({ type }) => type)).toEqual([
        "submission.recorded",
        "intent.opened",
        "submission.recorded",
      ]);
    });

    for (const tool of ["rescoped", "respelled"]) {
      test(`after a publish of ${tool} what is open under the version before is met, and nothing is opened twice`, async () => {
        const sent = sentTo(tool);
        const ended = sentTo(tool);
        const old = await stage.pending(sentTo(tool));
        const [open, done] = [await rowOf(sent), await rowOf(ended)];
        await run(done.id, successOf(`eff_${tool}`));
        await stage.people.publish(tool);
        expect((await stage.store.submit([old]))[0]).toEqual({ kind: "stale" });
        expect(await rowOf(sent)).toMatchObject({ id: open.id, submissionCount: 2, contractVersion: 1 });
        expect(await rowOf(ended)).toMatchObject({ id: done.id, effectId: `eff_${tool}` });
        expect(await rowOf(sentTo(tool))).toMatchObject({ contractVersion: 2, submissionCount: 1 });
      });
    }

    test("what was erased is still known: the same action gets its answer, without its values", async () => {
      const sent = { ...sentTo("keyed"), callerKey: "caller-erased" };
      const { id, key, stem } = await rowOf(sent);
      await run(id, successOf("eff_erased"));
      await stage.people.erase(id);
      const erased = await found(id);
      expect(erased).toMatchObject({ args: {}, identity: {}, callerKey: null, result: null, key, stem });
      expect(erased.context["caller"]).not.toBe("caller-erased");
      expect(await rowOf(sent)).toMatchObject({ id, state: "succeeded", effectId: "eff_erased", submissionCount: 2 });
    });
  });
}
