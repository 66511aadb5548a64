import { expect, test } from "vitest";
import { makeHealth } from "./health";

function stage() {
  const world = { nowMs: 0, isThere: true, isKnown: true, isStopping: false, loopAgeMs: 0, asked: 0, errors: 0 };
  const health = makeHealth({
    askStore: async () => {
      world.asked += 1;
      if (!world.isThere) throw new Error("away");
    },
    isStoreKnown: () => world.isKnown,
    loops: [{ ageMs: () => world.loopAgeMs, stop: async () => undefined }],
    isStopping: () => world.isStopping,
    monotonicMs: () => world.nowMs,
    onError: () => {
      world.errors += 1;
    },
  });
  return { world, isReady: health.isReady };
}

test("ready: the store answers and is known, and the loops come round", async () => {
  expect(await stage().isReady()).toBe(true);
});

test.each([
  ["the store is away", { isThere: false }],
  ["the store is not the one that it knows", { isKnown: false }],
  ["a loop has not come round for over a minute", { loopAgeMs: 60_001 }],
  ["it is stopping", { isStopping: true }],
])("not ready: %s", async (_why, change) => {
  const { world, isReady } = stage();
  Object.assign(world, change);
  expect(await isReady()).toBe(false);
});

test("the store is asked once a second, however many ask for it, and asked again afterwards", async () => {
  const { world, isReady } = stage();
  world.isThere = false;
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([false, false, false]);
  expect({ asked: world.asked, errors: world.errors }).toEqual({ asked: 1, errors: 1 });
  world.isThere = true;
  world.nowMs = 1_000;
  expect(await isReady()).toBe(true);
  expect(world.asked).toBe(2);
});
