import { expect, test } from "vitest";
import type { Performed } from "@/lib/connectors/connector";
import { digestJson } from "@/lib/domain/digest";
import { StoreUnavailableError } from "@/lib/store/errors";
import type { ClaimedAttempt } from "./claim-intents";
import { makePerformAttempt, type PerformDeps } from "./perform-attempt";

const attempt: ClaimedAttempt = {
  attemptId: "att_1",
  intentId: "int_1",
  fence: 1,
  namespace: "default",
  tool: "t",
  agentId: "agt_1",
  contractVersion: 1,
  key: "k",
  args: { a: 1 },
  argsDigest: digestJson({ a: 1 }),
  timeoutMs: 1_000,
  retryCapMs: 60_000,
  startedAt: 0,
};

function setUp(more: Partial<PerformDeps> = {}) {
  const sent: string[] = [];
  const contract = { definition: { execute: { connector: "http" } } };
  const perform = async ({ intentId }: { intentId: string }) => {
    sent.push(intentId);
    return { outcome: { class: "success", effectId: "e", result: null }, exchange: null } as const;
  };
  const performAttempt = makePerformAttempt({
    catalog: { version: async () => contract } as never,
    connectors: { http: { perform, close: async () => undefined } },
    monotonicMs: () => 500,
    isPaused: async () => false,
    onError: () => undefined,
    ...more,
  });
  return { sent, performAttempt };
}

const away = async () => {
  throw new StoreUnavailableError(new Error("away"));
};

test("a store that is away before anything was sent makes no doubt", async () => {
  for (const more of [{ catalog: { version: away } as never }, { isPaused: away }]) {
    const { sent, performAttempt } = setUp(more);
    expect((await performAttempt(attempt, 0)).outcome).toMatchObject({ class: "not_sent", counted: false });
    expect(sent).toEqual([]);
  }
});

test("L5: an error once the connector has it is unknown", async () => {
  const { performAttempt } = setUp({ connectors: { http: { perform: away, close: async () => undefined } } });
  expect((await performAttempt(attempt, 0)).outcome).toMatchObject({ class: "unknown" });
});

test("L3: other args than those decided on are not sent, and neither is what is late or paused", async () => {
  const changed = setUp();
  expect((await changed.performAttempt({ ...attempt, args: { a: 2 } }, 0)).outcome).toMatchObject({
    class: "configuration",
    counted: false,
  });
  expect(changed.sent).toEqual([]);
  const late = setUp();
  expect((await late.performAttempt(attempt, -600)).outcome).toMatchObject({ class: "not_sent" });
  expect(late.sent).toEqual([]);
  const paused = setUp({ isPaused: async () => true });
  // A pause ends nothing: it takes nothing from the retries, and is due again at once when it is lifted.
  const givenBack = { class: "not_sent", counted: false, retryAfterMs: 0 };
  expect((await paused.performAttempt(attempt, 0)).outcome).toMatchObject(givenBack);
  expect(paused.sent).toEqual([]);
});

test("the deadline is looked at after everything that takes time: what a slow look at pauses used up is not given again", async () => {
  let nowMs = 400;
  const { sent, performAttempt } = setUp({
    monotonicMs: () => nowMs,
    isPaused: async () => {
      nowMs = 1_001;
      return false;
    },
  });
  expect((await performAttempt(attempt, 0)).outcome).toMatchObject({
    class: "not_sent",
    failure: { code: "too_late" },
  });
  expect(sent).toEqual([]);
});

test("the deadline aborts what is under way, and no timer is left behind an answer", async () => {
  const signals: AbortSignal[] = [];
  let answer: () => void = () => undefined;
  const perform = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<Performed>((resolve) => {
      answer = () => resolve({ outcome: { class: "success", effectId: "e", result: null }, exchange: null });
      signal.addEventListener("abort", answer);
    });
  };
  const { performAttempt } = setUp({
    connectors: { http: { perform, close: async () => undefined } },
    monotonicMs: () => 0,
  });
  await performAttempt({ ...attempt, timeoutMs: 5 }, 0);
  expect(signals[0]?.aborted).toBe(true);
  expect(signals[0]?.reason).toMatchObject({ name: "TimeoutError" });
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const performing = performAttempt({ ...attempt, timeoutMs: 3_600_000 }, 0);
  await expect.poll(() => signals.length).toBe(2);
  answer();
  await performing;
  expect(timers()).toBeLessThanOrEqual(before);
});
