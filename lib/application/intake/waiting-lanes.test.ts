import { expect, test } from "vitest";
import { type LaneOf, makeWaitingLanes } from "./waiting-lanes";

const BUSY = Object.assign(new Error("a lock is taken"), { code: "55P03" });
const OUT_OF_LOCKS = Object.assign(new Error("out of shared memory"), { code: "53200" });
const room = { of: () => 1, turnMax: () => 100 };
const WAIT_MS = 3_000;
const laneOf = (lock: string): LaneOf => ({ lock, isShared: false });

/** A store whose locks the test takes and frees, and whose clock it moves. */
function makeStore() {
  let nowMs = 0;
  const waiting: { lock: string; free: () => void; giveUp: () => void }[] = [];
  const lanes = makeWaitingLanes<string, string>({
    run: (items, by) =>
      new Promise((resolve, reject) => {
        const free = () => resolve(items);
        waiting.push({ lock: "lock" in by ? by.lock : "", free, giveUp: () => reject(BUSY) });
      }),
    room,
    monotonicMs: () => nowMs,
  });
  const answers = new Map<string, unknown>();
  /** Everything that can go on without the store has gone on. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    answers,
    waitingFor: () => waiting.map(({ lock }) => lock).sort(),
    async ask(lock: string, item = lock) {
      const asked = lanes.join(laneOf(lock), item);
      asked.then(
        (value) => answers.set(item, value),
        (error: unknown) => answers.set(item, error),
      );
      await settle();
    },
    async free(lock: string) {
      for (const one of waiting.splice(0)) {
        if (one.lock === lock) one.free();
        else waiting.push(one);
      }
      await settle();
    },
    /** As long as the store lets a transaction wait: all that wait now are told so. */
    async passOneWait() {
      nowMs += WAIT_MS;
      for (const { giveUp } of waiting.splice(0)) giveUp();
      await settle();
    },
  };
}

test("N4: three stuck locks do not stop a fourth lane, nor those after it", async () => {
  const store = makeStore();
  for (const lock of ["a", "b", "c", "d"]) await store.ask(lock);
  expect(store.waitingFor()).toEqual(["a", "b", "c"]);
  await store.passOneWait();
  expect(store.waitingFor()).toContain("d");
  expect(store.waitingFor()).toHaveLength(3);
  await store.free("d");
  expect(store.answers).toEqual(new Map([["d", "d"]]));
  // Two of the stuck ones wait, the third stands in line: one slot is free for whom it helps.
  expect(store.waitingFor()).toHaveLength(2);
  await store.ask("e");
  expect(store.waitingFor()).toContain("e");
  await store.free("e");
  expect(store.answers.get("e")).toBe("e");
});

test("N4: what joins a lane that is stuck does not take the last slot either, until its lock was free", async () => {
  const store = makeStore();
  for (const lock of ["a", "b", "c"]) await store.ask(lock);
  for (const lock of ["a", "b", "c"]) await store.ask(lock, `${lock} later`);
  // The flush of each that came first has given up by then, and the one behind it goes on.
  for (let wait = 1; wait <= 6; wait += 1) {
    await store.passOneWait();
    expect(store.waitingFor().length).toBeLessThanOrEqual(2);
  }
  expect(store.answers.get("a")).toBe(BUSY);
});

test("N1: a lock that stays taken is waited for three times, then its action is busy", async () => {
  const store = makeStore();
  await store.ask("a");
  for (const wait of [1, 2, 3]) {
    expect({ wait, for: store.waitingFor(), told: store.answers.size }).toEqual({ wait, for: ["a"], told: 0 });
    await store.passOneWait();
  }
  expect(store.answers).toEqual(new Map([["a", BUSY]]));
});

test("N1: who stands in line between two waits is told after nine seconds, too, and does not wait once more", async () => {
  const store = makeStore();
  const locks = ["a", "b", "c", "d", "e", "f"];
  for (const lock of locks) await store.ask(lock);
  for (const _ of [1, 2, 3]) await store.passOneWait();
  expect(store.answers).toEqual(new Map(locks.map((lock) => [lock, BUSY])));
  expect(store.waitingFor()).toEqual([]);
});

test("a lock that becomes free lets its lane through at any wait", async () => {
  const store = makeStore();
  await store.ask("a");
  await store.passOneWait();
  await store.free("a");
  expect(store.answers).toEqual(new Map([["a", "a"]]));
});

test("a lane that meets a full lock table is halved until it fits; who does not fit alone is told", async () => {
  const flushes: string[][] = [];
  const lanes = makeWaitingLanes<string, string>({
    run: async (items) => {
      flushes.push(items);
      if (items.length > 2 || items.includes("huge")) throw OUT_OF_LOCKS;
      return items;
    },
    room,
    monotonicMs: () => 0,
  });
  const asked = await Promise.allSettled(["1", "2", "3", "4", "huge"].map((item) => lanes.join(laneOf("a"), item)));
  expect(asked.map((one) => (one.status === "fulfilled" ? one.value : one.reason))).toEqual([
    "1",
    "2",
    "3",
    "4",
    OUT_OF_LOCKS,
  ]);
  expect(flushes[0]).toHaveLength(5);
});
