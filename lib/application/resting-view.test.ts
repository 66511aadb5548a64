import { expect, test } from "vitest";
import type { RestingRow } from "@/lib/store/resting-downstreams";
import { makeRestingView } from "./resting-view";

const row = (tool: string) => ({ tool }) as RestingRow;

function setUp() {
  let nowMs = 0;
  let reads = 0;
  let stored: RestingRow[] = [row("dead")];
  const errors: unknown[] = [];
  let failure: Error | null = null;
  const view = makeRestingView({
    now: () => nowMs,
    read: async () => {
      reads += 1;
      if (failure !== null) throw failure;
      return stored;
    },
    onError: (error) => errors.push(error),
  });
  return {
    view,
    errors,
    reads: () => reads,
    pass: (ms: number) => {
      nowMs += ms;
    },
    store: (rows: RestingRow[]) => {
      stored = rows;
    },
    fail: (error: Error | null) => {
      failure = error;
    },
  };
}

test("many who ask within a second are one question to the store", async () => {
  const { view, reads } = setUp();
  await Promise.all(Array.from({ length: 100 }, () => view.fresh()));
  await view.fresh();
  expect(view.latest()).toEqual([row("dead")]);
  expect(reads()).toBe(1);
});

test("who cannot wait is told what is known, and nothing that is old; the next one is told anew", async () => {
  const { view, pass, store } = setUp();
  expect(view.latest()).toEqual([]);
  await view.fresh();
  store([]);
  pass(1_000);
  expect(view.latest()).toEqual([row("dead")]);
  await view.fresh();
  expect(view.latest()).toEqual([]);
  store([row("dead")]);
  pass(5_000);
  expect(view.latest()).toEqual([]);
});

test("a store that is away is an error for who waits for it, and no more than a word in the log for the others", async () => {
  const { view, fail, errors, pass } = setUp();
  await view.fresh();
  fail(new Error("away"));
  pass(1_000);
  await expect(view.fresh()).rejects.toThrow("away");
  expect(view.latest()).toEqual([row("dead")]);
  await view.close();
  expect(errors).toHaveLength(1);
});
