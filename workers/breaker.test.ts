import { expect, test } from "vitest";
import type { ClaimedAttempt } from "@/lib/application/claim-intents";
import type { Performed } from "@/lib/connectors/connector";
import type { Outcome } from "@/lib/domain/event";
import { type BreakerChange, makeBreaker } from "./breaker";

const failure = { code: "x", message: "x" };
const silent: Outcome = { class: "not_sent", failure };

function setUp() {
  let nowMs = 0;
  const changes: BreakerChange[] = [];
  const breaker = makeBreaker({ monotonicMs: () => nowMs, onChange: (change) => changes.push(change) });
  async function perform(tool: string, origin: string, status: number | null, outcome: Outcome = silent) {
    const performed: Performed = { outcome, exchange: null, reached: { origin, status } };
    expect(await breaker.watch(async () => performed)({ tool } as ClaimedAttempt, 0)).toBe(performed);
  }
  return {
    breaker,
    changes,
    perform,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("a dead origin rests with all its tools; the tools of others go on", async () => {
  const { breaker, perform, changes } = setUp();
  await perform("healthy", "https://b.example", 200);
  await perform("sibling", "https://a.example", 200);
  for (let n = 0; n < 8; n += 1) await perform("dead", "https://a.example", null);
  expect(breaker.restingTools().toSorted()).toEqual(["dead", "sibling"]);
  expect(breaker.roomFor("healthy")).toBe(Number.POSITIVE_INFINITY);
  expect(breaker.roomFor("never-seen")).toBe(Number.POSITIVE_INFINITY);
  expect(changes).toEqual([{ origin: "https://a.example", isResting: true, restMs: 5_000 }]);
});

test("after the rest one attempt at a time is let through, and an answer opens the way for all", async () => {
  const { breaker, perform, changes, pass } = setUp();
  for (let n = 0; n < 5; n += 1) await perform("dead", "https://a.example", null);
  pass(5_000);
  expect([breaker.restingTools(), breaker.roomFor("dead")]).toEqual([[], 1]);
  await perform("dead", "https://a.example", null);
  expect(breaker.restingTools()).toEqual(["dead"]);
  pass(10_000);
  await perform("dead", "https://a.example", 500);
  expect(breaker.roomFor("dead")).toBe(Number.POSITIVE_INFINITY);
  expect(changes.map(({ isResting }) => isResting)).toEqual([true, false]);
});

test("what we refused to send ourselves opens nothing", async () => {
  const { breaker, perform } = setUp();
  const refused: Outcome = { class: "configuration", failure, counted: false };
  for (let n = 0; n < 9; n += 1) await perform("t", "https://a.example", null, refused);
  expect(breaker.restingTools()).toEqual([]);
});
