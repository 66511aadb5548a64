import { describe, expect, test } from "vitest";
import { makeFlusher } from "./flusher";

function makeHeldFlusher(underWayMax: number, sizeMax: number) {
  const flushed: number[][] = [];
  const release: (() => void)[] = [];
  const flush = (items: number[]) => {
    flushed.push(items);
    return new Promise<void>((resolve) => release.push(resolve));
  };
  const onError = (error: unknown) => {
    throw error;
  };
  return { flushed, release, flusher: makeFlusher({ flush, underWayMax, sizeMax, onError }) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("flusher", () => {
  test("F1: what comes in one turn leaves together, without waiting for more", async () => {
    const { flusher, flushed } = makeHeldFlusher(2, 10);
    for (const item of [1, 2, 3]) flusher.give(item);
    await turn();
    expect(flushed).toEqual([[1, 2, 3]]);
  });

  test("F2: what comes while all statements are under way goes with the next, within its size", async () => {
    const { flusher, flushed, release } = makeHeldFlusher(1, 2);
    flusher.give(1);
    await turn();
    for (const item of [2, 3, 4]) flusher.give(item);
    await turn();
    expect(flushed).toEqual([[1]]);
    release[0]?.();
    await turn();
    expect(flushed).toEqual([[1], [2, 3]]);
    release[1]?.();
    await turn();
    expect(flushed).toEqual([[1], [2, 3], [4]]);
  });
});
