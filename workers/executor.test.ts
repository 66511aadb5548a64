import { expect, test } from "vitest";
import { type ClaimedAttempt, UnansweredClaimError } from "@/lib/application/claim-intents";
import type { Settlement } from "@/lib/application/settle-attempts";
import type { Performed } from "@/lib/connectors/connector";
import { StoreUnavailableError } from "@/lib/store/errors";
import { type ExecutorDeps, makeExecutor } from "./executor";

const attempt = (n: number): ClaimedAttempt => ({
  attemptId: `att_${n}`,
  intentId: `int_${n}`,
  fence: 1,
  namespace: "default",
  tool: "t",
  agentId: "agt_1",
  contractVersion: 1,
  key: "k",
  args: {},
  argsDigest: "d",
  timeoutMs: 1_000,
});
const success: Performed = {
  outcome: { class: "success", effectId: "e", result: { a: 1 } },
  exchange: { request: {} },
};

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function setUp(more: Partial<ExecutorDeps> = {}) {
  const settled: Settlement[] = [];
  const performed: string[] = [];
  const claims: { ids: string[] | null; limit: number }[] = [];
  const executor = makeExecutor({
    restingTools: () => [],
    roomFor: () => Number.POSITIVE_INFINITY,
    claim: async ({ ids, limit }) => {
      claims.push({ ids, limit });
      return (ids ?? []).slice(0, limit).map((id) => attempt(Number(id.slice(4))));
    },
    perform: async ({ intentId }) => {
      performed.push(intentId);
      return success;
    },
    settle: async (settlements) => {
      settled.push(...settlements);
      return settlements.map(() => "settled");
    },
    monotonicMs: () => 0,
    onError: () => undefined,
    slots: 2,
    ...more,
  });
  return { executor, settled, performed, claims };
}

test("X1: never claims more than there are free slots, and takes the rest when a slot is free", async () => {
  const gates = [deferred<Performed>(), deferred<Performed>(), deferred<Performed>()];
  let next = 0;
  const { executor, claims, settled } = setUp({ perform: () => (gates[next++] ?? deferred<Performed>()).promise });
  executor.wake(["int_1", "int_2", "int_3"]);
  await expect.poll(() => executor.underWay()).toBe(2);
  expect(claims).toEqual([{ ids: ["int_1", "int_2", "int_3"], limit: 2 }]);
  gates[0]?.resolve(success);
  await expect.poll(() => claims.length).toBe(2);
  gates[1]?.resolve(success);
  gates[2]?.resolve(success);
  await expect.poll(() => settled.length).toBe(3);
});

test("X3: a claim that returns after stop was asked for is given back, not performed, and stop waits for it", async () => {
  const claim = deferred<ClaimedAttempt[]>();
  const { executor, performed, settled } = setUp({ claim: () => claim.promise });
  executor.wake(["int_1"]);
  const stopped = executor.stop();
  claim.resolve([attempt(1)]);
  await stopped;
  expect(performed).toEqual([]);
  expect(settled).toMatchObject([{ intentId: "int_1", outcome: { class: "not_sent" } }]);
});

test("X5: a claim of which nobody knows whether it was committed is given back until the store hears it", async () => {
  let isAway = true;
  const given: Settlement[] = [];
  const claim = async () => {
    throw new UnansweredClaimError([attempt(1), attempt(2)], new StoreUnavailableError("gone"));
  };
  const settle = async (settlements: Settlement[]) => {
    if (isAway) throw new StoreUnavailableError("still gone");
    given.push(...settlements);
    return settlements.map(() => "settled" as const);
  };
  const { executor, performed } = setUp({ claim, settle });
  executor.wake(["int_1", "int_2"]);
  await expect.poll(() => executor.underWay()).toBe(2);
  isAway = false;
  await expect.poll(() => given.length).toBe(2);
  expect(performed).toEqual([]);
  for (const one of given) {
    const outcome = { class: "not_sent", retryAfterMs: 0, counted: false };
    expect(one).toMatchObject({ outcome, exchange: null, isUnansweredClaim: true });
  }
});

test("an outcome whose details cannot be stored is settled without them: what is known is not lost", async () => {
  const settled: Settlement[] = [];
  const settle = async (settlements: Settlement[]) => {
    if (settlements.some(({ exchange }) => exchange !== null)) throw new Error("cannot store this");
    settled.push(...settlements);
    return settlements.map(() => "settled" as const);
  };
  const { executor } = setUp({ settle });
  executor.wake(["int_1"]);
  await expect
    .poll(() => settled)
    .toMatchObject([{ outcome: { class: "success", effectId: "e", result: null }, exchange: null }]);
});

test("X4: one tool leaves slots to others, and takes its turn again when one of its own is free", async () => {
  const gates: ReturnType<typeof deferred<Performed>>[] = [];
  const due = Array.from({ length: 6 }, (_, n) => attempt(n));
  const perform = () => {
    const gate = deferred<Performed>();
    gates.push(gate);
    return gate.promise;
  };
  const claim: ExecutorDeps["claim"] = async ({ limit, exceptTools, roomFor }) =>
    exceptTools.includes("t") ? [] : due.splice(0, Math.min(limit, roomFor("t")));
  const { executor } = setUp({ slots: 4, claim, perform });
  executor.wake(["int_0"]);
  await expect.poll(() => executor.underWay()).toBe(3);
  for (let done = 0; done < 6; done += 1) {
    await expect.poll(() => gates.length).toBeGreaterThan(done);
    expect(executor.underWay()).toBeLessThanOrEqual(3);
    gates[done]?.resolve(success);
  }
  await expect.poll(() => executor.underWay()).toBe(0);
  expect(due).toEqual([]);
});
