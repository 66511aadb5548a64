import { expect, test, vi } from "vitest";
import { makeBatcher, QueueFullError } from "./batch";

const options = { isHopeless: () => false, inFlightMax: 1, itemsMax: 10, queueMax: 100 };

test("calls of one moment travel together, a lone call goes at once", async () => {
  const sizes: number[] = [];
  const double = makeBatcher<number, number>({
    ...options,
    run: async (items) => {
      sizes.push(items.length);
      return items.map((item) => item * 2);
    },
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(sizes).toEqual([3, 1]);
});

test("one bad item fails alone; its neighbours get their answers, in their own order", async () => {
  const run = async (items: number[]) => {
    if (items.includes(3)) throw new Error("three");
    return items;
  };
  const call = makeBatcher<number, number>({ ...options, run });
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map(call));
  expect(settled.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
    1,
    2,
    "failed",
    4,
    5,
  ]);
});

test("where a failure is one group's, each group is tried by itself: the group fails whole, its neighbours do not", async () => {
  const turns: string[][] = [];
  const run = async (items: string[]) => {
    turns.push(items);
    if (items.includes("stuck")) throw new Error("stuck");
    return items;
  };
  const groupFault = { is: (error: unknown) => (error as Error).message === "stuck", groupOf: (item: string) => item };
  const call = makeBatcher<string, string>({ ...options, groupFault, run });
  const items = ["stuck", "a", "stuck", "b", "a", "stuck"];
  const settled = await Promise.allSettled(items.map(call));
  expect(settled.map((result) => (result.status === "fulfilled" ? result.value : "stuck"))).toEqual(items);
  expect(turns).toEqual([items, ["stuck", "stuck", "stuck"], ["a", "a"], ["b"]]);
});

test("a failure that halving cannot help is told to everyone after one try", async () => {
  let turns = 0;
  const run = async () => {
    turns += 1;
    throw new Error("down");
  };
  const call = makeBatcher<number, number>({ ...options, isHopeless: () => true, run });
  const settled = await Promise.allSettled([1, 2, 3, 4].map(call));
  expect(settled.every((result) => result.status === "rejected")).toBe(true);
  expect(turns).toBe(1);
});

test("no turn is larger than its bound, no more run at once than allowed, and beyond the queue callers are turned away", async () => {
  let running = 0;
  let mostRunning = 0;
  let largest = 0;
  const run = async (items: number[]) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    largest = Math.max(largest, items.length);
    await new Promise(setImmediate);
    running -= 1;
    return items;
  };
  const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, run });
  const settled = await Promise.allSettled(Array.from({ length: 130 }, (_, index) => call(index)));
  const turnedAway = settled.filter(
    (result) => result.status === "rejected" && result.reason instanceof QueueFullError,
  );
  expect({ mostRunning, largest, turnedAway: turnedAway.length }).toEqual({
    mostRunning: 2,
    largest: 10,
    turnedAway: 30,
  });
});

test("a turn takes no more than there is room for when it begins, and what needs more still goes, alone", async () => {
  const turns: number[][] = [];
  let roomMax = 5;
  const call = makeBatcher<number, number>({
    run: async (items) => {
      turns.push(items);
      roomMax = 3;
      return items;
    },
    isHopeless: () => false,
    inFlightMax: 1,
    itemsMax: 100,
    queueMax: 100,
    room: { of: (item) => item, turnMax: () => roomMax },
  });
  await Promise.all([2, 2, 2, 1, 9, 1].map(call));
  expect(turns).toEqual([[2, 2], [2, 1], [9], [1]]);
});

test("a turn and the queue are bounded by weight too, and what is heavier than a turn still goes, alone", async () => {
  const turns: number[][] = [];
  const run = async (items: number[]) => {
    turns.push(items);
    await new Promise(setImmediate);
    return items;
  };
  const weight = { of: (item: number) => item, turnMax: 10, queueMax: 30 };
  const call = makeBatcher<number, number>({ ...options, weight, run });
  const settled = await Promise.allSettled([4, 4, 4, 12, 5, 9].map(call));
  expect(settled.map(({ status }) => status)).toEqual([...Array(5).fill("fulfilled"), "rejected"]);
  expect(turns).toEqual([[4, 4], [4], [12], [5]]);
});

function gated() {
  const turns: { items: number[]; release: () => void }[] = [];
  const run = (items: number[]) =>
    new Promise<number[]>((resolve) => {
      turns.push({ items, release: () => resolve(items) });
    });
  return { turns, run };
}

test("beside a turn that runs, another starts for enough company; a lone call goes at once when none runs", async () => {
  const { turns, run } = gated();
  const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, companyMin: 3, run });
  const calls = [call(1)];
  await expect.poll(() => turns.length).toBe(1);
  calls.push(call(2), call(3), call(4));
  await expect.poll(() => turns.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  calls.push(call(5));
  turns[0]?.release();
  await calls[0];
  await expect.poll(() => turns.length).toBe(3);
  for (const { release } of turns) release();
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5]);
});

test("too little company still goes when the running turn is stuck", async () => {
  const { turns, run } = gated();
  const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, companyMin: 3, run });
  void call(1);
  await expect.poll(() => turns.length).toBe(1);
  const second = call(2);
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.release();
  expect(await second).toBe(2);
  // It is known to be stuck now: nobody waits beside it any more.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const third = call(3);
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    expect(turns.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    turns[2]?.release();
    expect(await third).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test("after a turn with company the next waits for its own; after a lone one nobody waits", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const turns: number[][] = [];
    const run = async (items: number[]) => {
      turns.push(items);
      return items;
    };
    const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, companyMin: 3, gatherMs: 5, run });
    await Promise.all([call(1), call(2), call(3)]);
    const late = [call(4)];
    await new Promise(setImmediate);
    late.push(call(5));
    await new Promise(setImmediate);
    expect(turns).toEqual([[1, 2, 3]]);
    await vi.advanceTimersByTimeAsync(5);
    await Promise.all(late);
    const [lone] = [call(6)];
    await vi.advanceTimersByTimeAsync(5);
    await lone;
    await call(7);
    expect(turns).toEqual([[1, 2, 3], [4, 5], [6], [7]]);
  } finally {
    vi.useRealTimers();
  }
});

test("a turn that began while somebody gathered company is not taken for stuck", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { turns, run } = gated();
    const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, companyMin: 3, gatherMs: 5, run });
    const tick = async () => {
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    };
    const first = [call(1), call(2), call(3)];
    await tick();
    turns[0]?.release();
    await Promise.all(first);
    void call(4); // gathers
    await tick();
    void call(5);
    void call(6); // enough: they go
    await tick();
    void call(7);
    await vi.advanceTimersByTimeAsync(5); // the time to gather is over, and 7 still waits beside a young turn
    await tick();
    expect(turns.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("who came while a turn ran does not wait for it to be stuck once it has ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { turns, run } = gated();
    const call = makeBatcher<number, number>({ ...options, inFlightMax: 2, companyMin: 3, gatherMs: 5, run });
    const first = [call(1), call(2)];
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    void call(3);
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    turns[0]?.release();
    await Promise.all(first);
    await vi.advanceTimersByTimeAsync(5);
    expect(turns.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  } finally {
    vi.useRealTimers();
  }
});

test("who comes when the first in line has waited too long is turned away at once; once it has gone, others are let in again", async () => {
  let nowMs = 0;
  const release: (() => void)[] = [];
  const run = async (items: string[]) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return items;
  };
  const call = makeBatcher<string, string>({ ...options, run, wait: { maxMs: 5_000, monotonicMs: () => nowMs } });
  const running = call("running");
  await vi.waitFor(() => expect(release).toHaveLength(1));
  const first = call("first in line");
  nowMs = 5_000;
  const patient = call("just in time");
  nowMs = 5_001;
  await expect(call("too late")).rejects.toBeInstanceOf(QueueFullError);
  release.shift()?.();
  await vi.waitFor(() => expect(release).toHaveLength(1));
  const next = call("afterwards");
  release.shift()?.();
  await vi.waitFor(() => expect(release).toHaveLength(1));
  release.shift()?.();
  expect(await Promise.all([running, first, patient, next])).toEqual([
    "running",
    "first in line",
    "just in time",
    "afterwards",
  ]);
});
