import { expect, test } from "vitest";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { Outcome } from "@/lib/domain/event";
import { StoreUnavailableError } from "@/lib/store/errors";
import { type LateFunctionsDeps, makeLateFunctions } from "./late-functions";
import { makeSettler } from "./settler";

const CLAIM = { namespace: "default", tool: "t", key: "k", argsDigest: "d", startedAt: 0 };
const ATTEMPT = { attemptId: "att_1", intentId: "int_1", fence: 1, ...CLAIM };
const EFFECT: Outcome = { class: "success", effectId: "fx_1", result: {} };
const away = () => Promise.reject(new StoreUnavailableError("away"));

function setUp(more: Partial<LateFunctionsDeps> = {}, answers: (SettleResult | Error)[] = []) {
  const said: Settlement[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const settle = async (settlements: Settlement[]) => {
    said.push(...settlements);
    const answer = answers.shift() ?? "settled";
    if (answer instanceof Error) throw answer;
    return [answer];
  };
  const functions = makeLateFunctions({
    sayStillActs: async () => true,
    recordReturn: async () => undefined,
    settleUntilSaid: makeSettler({ settle, onError }),
    onError,
    sayAgainMs: 5,
    lastWordsMs: 0,
    ...more,
  });
  return { functions, said, errors };
}

test("W2: the effect of a late function is said until it was heard: locked, later attempts, a store that is away", async () => {
  const { functions, said } = setUp({}, ["locked", "waits", new StoreUnavailableError("away"), "settled"]);
  functions.watch(ATTEMPT, Promise.resolve(EFFECT));
  await expect.poll(() => said.length).toBe(4);
  for (const one of said)
    expect(one).toMatchObject({ attemptId: "att_1", intentId: "int_1", fence: 1, claim: CLAIM, outcome: EFFECT });
  await expect.poll(() => functions.underWay()).toBe(0);
});

test("W2: a return that cannot be recorded keeps no effect back, and is recorded once the store is there", async () => {
  let isAway = true;
  const recorded: Outcome[] = [];
  const { functions, said } = setUp({
    recordReturn: async (_, outcome) => (isAway ? away() : void recorded.push(outcome)),
  });
  functions.watch(ATTEMPT, Promise.resolve(EFFECT));
  await expect.poll(() => said.length).toBe(1);
  expect(recorded).toEqual([]);
  isAway = false;
  await expect.poll(() => recorded).toEqual([EFFECT]);
  await expect.poll(() => functions.underWay()).toBe(0);
});

test("W1: that it still runs is said at once, and no more once its intent has ended", async () => {
  let left = 3;
  const first = setUp({ sayAgainMs: 1_000_000, sayStillActs: async () => left-- > 0 });
  first.functions.watch(ATTEMPT, new Promise(() => undefined));
  expect(left).toBe(2);
  await first.functions.stop();
  let told = 0;
  const again = setUp({ sayStillActs: async () => ++told < 3 });
  again.functions.watch(ATTEMPT, new Promise(() => undefined));
  await expect.poll(() => told).toBe(3);
  let ticks = 0;
  const other = setUp({ sayStillActs: async () => ++ticks > 0 });
  other.functions.watch(ATTEMPT, new Promise(() => undefined));
  await expect.poll(() => ticks).toBeGreaterThan(5); // as many turns of an equal clock
  expect(told).toBe(3);
  await Promise.all([again.functions.stop(), other.functions.stop()]);
});

test("a function that breaks is told of, and watched no more", async () => {
  const broken = new Error("broken");
  const { functions, errors, said } = setUp();
  functions.watch(ATTEMPT, Promise.reject(broken));
  await expect.poll(() => errors).toEqual([broken]);
  await expect.poll(() => functions.underWay()).toBe(0);
  expect(said).toEqual([]);
});

test("W3: a stop waits for a function that still runs, and says the effect that it names", async () => {
  let isSaid = false;
  let finish: (outcome: Outcome) => void = () => undefined;
  const { functions, said } = setUp({ lastWordsMs: 1_000_000, sayStillActs: async () => (isSaid = true) }, ["locked"]);
  functions.watch(ATTEMPT, new Promise((resolve) => (finish = resolve)));
  const stopped = functions.stop();
  isSaid = false;
  await expect.poll(() => isSaid).toBe(true); // until then the store is told that it may act
  finish(EFFECT);
  await stopped;
  expect(said).toHaveLength(2);
  expect(functions.underWay()).toBe(0);
});

test("W3: a stop waits for what is being said, and not for ever for what still runs", async () => {
  const { functions, said } = setUp({}, ["locked", "locked", "settled"]);
  functions.watch({ ...ATTEMPT, intentId: "int_2" }, new Promise(() => undefined));
  functions.watch(ATTEMPT, Promise.resolve(EFFECT));
  await expect.poll(() => said.length).toBeGreaterThan(0);
  await functions.stop();
  expect(said).toHaveLength(3);
});
