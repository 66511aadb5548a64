import { expect, test } from "vitest";
import { type ClaimedAttempt, UnansweredClaimError, UnwitnessedClaimError } from "@/lib/application/claim-intents";
import type { Settlement } from "@/lib/application/settle-attempts";
import type { Performed } from "@/lib/connectors/connector";
import { StoreUnavailableError } from "@/lib/store/errors";
import type { ToolRoom } from "@/lib/store/lock-due";
import { type ExecutorDeps, makeExecutor } from "./executor";
import { makeSettler, type SettlerDeps } from "./settler";

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
  retryCapMs: 60_000,
  startedAt: 0,
});
const success: Performed = {
  outcome: { class: "success", effectId: "e", result: { a: 1 } },
  exchange: { request: {} },
};

const unstorable = () => Object.assign(new Error("cannot store this"), { code: "22021" });

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const roomOf = ({ byTool, others }: ToolRoom, tool: string) => byTool.get(tool) ?? others;

type More = Partial<ExecutorDeps & Pick<SettlerDeps, "settle">>;

function setUp({ settle, ...more }: More = {}) {
  const settled: Settlement[] = [];
  const performed: string[] = [];
  const claims: { ids: string[] | null; limit: number }[] = [];
  const heard: SettlerDeps["settle"] = async (settlements) => {
    settled.push(...settlements);
    return settlements.map(() => "settled");
  };
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
    settleUntilSaid: makeSettler({ settle: settle ?? heard, onError: () => undefined }),
    monotonicMs: () => 0,
    outlived: () => undefined,
    onError: () => undefined,
    slots: 2,
    ...more,
  });
  return { executor, settled, performed, claims };
}

test("X1: never claims more than there are free slots, and takes the rest when a slot is free", async () => {
  const gates = [deferred<Performed>(), deferred<Performed>(), deferred<Performed>()];
  let next = 0;
  const due = ["int_1", "int_2", "int_3"];
  const limits: number[] = [];
  const claim: ExecutorDeps["claim"] = async ({ limit }) => {
    limits.push(limit);
    return due.splice(0, limit).map((id) => attempt(Number(id.slice(4))));
  };
  const perform = () => (gates[next++] ?? deferred<Performed>()).promise;
  const { executor, settled } = setUp({ claim, perform });
  executor.wake([...due]);
  await expect.poll(() => executor.underWay()).toBe(2);
  expect(limits).toEqual([2]);
  gates[0]?.resolve(success);
  await expect.poll(() => limits).toEqual([2, 1]);
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
    if (settlements.some(({ exchange }) => exchange !== null)) throw unstorable();
    settled.push(...settlements);
    return settlements.map(() => "settled" as const);
  };
  const { executor } = setUp({ settle });
  executor.wake(["int_1"]);
  await expect
    .poll(() => settled)
    .toMatchObject([{ outcome: { class: "success", effectId: "e", result: null }, exchange: null }]);
});

test.each(["25006", "40001", "55P03", "58030", "42P01", "42501", "CERT_HAS_EXPIRED"])(
  "X6: what is said of the store or the way there (%s) takes nothing from what is known: it is said again, whole",
  async (code) => {
    const heard: Settlement[] = [];
    let refusals = 2;
    const { executor } = setUp({
      settle: async (settlements) => {
        if (refusals-- > 0) throw Object.assign(new Error("not now"), { code });
        heard.push(...settlements);
        return settlements.map(() => "settled");
      },
    });
    executor.wake(["int_1"]);
    await expect.poll(() => heard).toMatchObject([{ outcome: success.outcome, exchange: success.exchange }]);
  },
);

test("X6: where even plain words are refused, a known effect is said whole again; what has none is left to its lease", async () => {
  const said: Settlement[] = [];
  let refusals = 4;
  const settle = async (settlements: Settlement[]) => {
    said.push(...settlements);
    if (refusals-- > 0) throw Object.assign(new Error("internal error"), { code: "XX000" });
    return settlements.map(() => "settled" as const);
  };
  const known = setUp({ settle });
  known.executor.wake(["int_1"]);
  const all = { outcome: success.outcome, exchange: success.exchange };
  const outcomeOnly = { outcome: { class: "success", effectId: "e", result: null }, exchange: null };
  const plain = { outcome: { class: "unknown" }, exchange: null };
  await expect.poll(() => said, { timeout: 10_000 }).toMatchObject([all, outcomeOnly, plain, all, outcomeOnly]);
  refusals = Number.POSITIVE_INFINITY;
  const failure = { code: "odd", message: "odd" };
  const without = setUp({ settle, perform: async () => ({ outcome: { class: "not_sent", failure }, exchange: null }) });
  without.executor.wake(["int_2"]);
  await expect.poll(() => said.filter(({ intentId }) => intentId === "int_2").length).toBe(2);
  await expect.poll(() => without.executor.underWay()).toBe(0);
});

test("X6: a row that is locked, or that a later attempt has, is asked for again until the outcome is heard", async () => {
  const results = ["locked", "locked", "waits", "waits", "settled"] as const;
  const said: Settlement[] = [];
  const { executor } = setUp({
    settle: async ([settlement]) => {
      said.push(settlement as Settlement);
      return [results[said.length - 1] ?? "settled"];
    },
  });
  executor.wake(["int_1"]);
  await expect.poll(() => said.map(({ hasWaited = false }) => hasWaited)).toEqual([false, false, false, true, true]);
  await expect.poll(() => executor.underWay()).toBe(0);
});

test("an outcome that cannot be stored at all is an honest doubt at once", async () => {
  const settled: Settlement[] = [];
  const settle = async (settlements: Settlement[]) => {
    if (settlements.some(({ outcome }) => outcome.class === "success")) throw unstorable();
    settled.push(...settlements);
    return settlements.map(() => "settled" as const);
  };
  const { executor } = setUp({ settle });
  executor.wake(["int_1"]);
  await expect
    .poll(() => settled)
    .toMatchObject([{ outcome: { class: "unknown", failure: { code: "outcome_not_stored" } } }]);
});

test("what was not sent stays not sent, when only its words cannot be stored", async () => {
  const settled: Settlement[] = [];
  const failure = { code: "odd", message: "cannot be stored" };
  const settle = async (settlements: Settlement[]) => {
    if (settlements.some(({ outcome }) => "failure" in outcome && outcome.failure.code === "odd")) throw unstorable();
    settled.push(...settlements);
    return settlements.map(() => "settled" as const);
  };
  const { executor } = setUp({
    settle,
    perform: async () => ({ outcome: { class: "not_sent", failure }, exchange: null }),
  });
  executor.wake(["int_1"]);
  await expect
    .poll(() => settled)
    .toMatchObject([{ outcome: { class: "not_sent", failure: { code: "outcome_not_stored" } } }]);
});

test("X4: a tool that is full does not stand in front of others with what it cannot take", async () => {
  const performed: string[] = [];
  const due = new Map(Array.from({ length: 700 }, (_, n) => [`int_${n}`, "hangs"] as [string, string]));
  const claim: ExecutorDeps["claim"] = async ({ ids, limit, exceptTools, room }) => {
    const mine = [...due].filter(([id, tool]) => (ids === null || ids.includes(id)) && !exceptTools.includes(tool));
    const taken = mine.slice(0, Math.min(limit, roomOf(room, mine[0]?.[1] ?? "")));
    for (const [id] of taken) due.delete(id);
    return taken.map(([id, tool]) => ({ ...attempt(Number(id.slice(4))), tool }));
  };
  const perform = async ({ intentId, tool }: ClaimedAttempt) => {
    performed.push(intentId);
    return tool === "hangs" ? deferred<Performed>().promise : success;
  };
  const { executor, settled } = setUp({ slots: 100, claim, perform });
  executor.wake([...due.keys()]);
  await expect.poll(() => performed.length).toBe(75);
  due.set("int_9000", "quick");
  executor.wake(["int_9000"]);
  await expect.poll(() => settled.map(({ intentId }) => intentId)).toEqual(["int_9000"]);
});

test("what is left for want of slots is found by whoever frees one, also when other hints come in between", async () => {
  const gates: ReturnType<typeof deferred<Performed>>[] = [];
  const due = new Set(["int_1", "int_2", "int_3"]);
  const claim: ExecutorDeps["claim"] = async ({ ids, limit, exceptTools, room }) => {
    if (exceptTools.includes("t")) return [];
    const mine = [...due].filter((id) => ids === null || ids.includes(id)).slice(0, Math.min(limit, roomOf(room, "t")));
    for (const id of mine) due.delete(id);
    return mine.map((id) => attempt(Number(id.slice(4))));
  };
  const perform = () => {
    const gate = deferred<Performed>();
    gates.push(gate);
    return gate.promise;
  };
  const { executor, settled } = setUp({ slots: 2, claim, perform });
  executor.wake(["int_1", "int_2", "int_3"]);
  await expect.poll(() => gates.length).toBe(2);
  executor.wake(["int_gone"]); // somebody else had it
  for (let done = 0; done < 3; done += 1) {
    await expect.poll(() => gates.length).toBeGreaterThan(done);
    gates[done]?.resolve(success);
  }
  await expect.poll(() => settled.length).toBe(3);
});

test("X4: one tool leaves slots to others, and takes its turn again when one of its own is free", async () => {
  const gates: ReturnType<typeof deferred<Performed>>[] = [];
  const due = Array.from({ length: 6 }, (_, n) => attempt(n));
  const perform = () => {
    const gate = deferred<Performed>();
    gates.push(gate);
    return gate.promise;
  };
  const claim: ExecutorDeps["claim"] = async ({ limit, exceptTools, room }) =>
    exceptTools.includes("t") ? [] : due.splice(0, Math.min(limit, roomOf(room, "t")));
  const { executor } = setUp({ slots: 4, claim, perform });
  executor.wake(due.map(({ intentId }) => intentId));
  await expect.poll(() => executor.underWay()).toBe(3);
  for (let done = 0; done < 6; done += 1) {
    await expect.poll(() => gates.length).toBeGreaterThan(done);
    expect(executor.underWay()).toBeLessThanOrEqual(3);
    gates[done]?.resolve(success);
  }
  await expect.poll(() => executor.underWay()).toBe(0);
  expect(due).toEqual([]);
});

test("X7: a claim that no witness could be told of is given back, and nothing is sent for it", async () => {
  const claim: ExecutorDeps["claim"] = async () => {
    throw new UnwitnessedClaimError([attempt(1)], new Error("no space left on device"));
  };
  const { executor, settled, performed } = setUp({ claim });
  executor.wake(["int_1"]);
  await expect
    .poll(() => settled)
    .toMatchObject([{ attemptId: "att_1", outcome: { class: "not_sent", counted: false } }]);
  expect(performed).toEqual([]);
});

test("how long a stop may take is until the last deadline of what is under way", async () => {
  let nowMs = 0;
  const gate = deferred<Performed>();
  const { executor, settled } = setUp({ monotonicMs: () => nowMs, perform: () => gate.promise });
  expect(executor.leftMs()).toBe(0);
  executor.wake(["int_1"]);
  await expect.poll(() => executor.underWay()).toBe(1);
  nowMs = 400;
  expect(executor.leftMs()).toBe(600);
  gate.resolve(success);
  await expect.poll(() => settled.length).toBe(1);
});

test("what comes while a claim is under way travels with the next one, all of it", async () => {
  const claims: { ids: string[]; answer: () => void }[] = [];
  const claim: ExecutorDeps["claim"] = ({ ids, limit }) =>
    new Promise((resolve) => {
      const named = ids ?? [];
      claims.push({
        ids: named,
        answer: () => resolve(named.slice(0, limit).map((id) => attempt(Number(id.slice(4))))),
      });
    });
  const { executor, settled } = setUp({ claim, slots: 40 });
  executor.wake(["int_1"]);
  for (let n = 2; n < 12; n += 1) executor.wake([`int_${n}`]);
  expect(claims.map(({ ids }) => ids)).toEqual([["int_1"]]);
  claims[0]?.answer();
  await expect.poll(() => claims.length).toBe(2);
  expect(claims[1]?.ids).toHaveLength(10);
  claims[1]?.answer();
  await expect.poll(() => settled.length).toBe(11);
});

test("X8: a full worker lets no wake-up in; a slot that is free again, or the end, does", async () => {
  const gates = [deferred<Performed>(), deferred<Performed>()];
  let next = 0;
  const { executor, settled } = setUp({ perform: () => (gates[next++] ?? deferred<Performed>()).promise });
  await executor.untilFree();
  executor.wake(["int_1", "int_2"]);
  await expect.poll(() => executor.underWay()).toBe(2);
  const letIn: string[] = [];
  void executor.untilFree().then(() => letIn.push("first"));
  await new Promise(setImmediate);
  expect(letIn).toEqual([]);
  gates[0]?.resolve(success);
  await expect.poll(() => letIn).toEqual(["first"]);
  executor.wake(["int_3"]);
  await expect.poll(() => executor.underWay()).toBe(2);
  void executor.untilFree().then(() => letIn.push("second"));
  void executor.stop();
  await expect.poll(() => letIn).toEqual(["first", "second"]);
  expect(settled.map(({ intentId }) => intentId)).toContain("int_1");
});
