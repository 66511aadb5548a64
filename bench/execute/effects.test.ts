import { describe, expect, test } from "vitest";
import { judgeEffects, makeEffectCounter } from "./effects";

describe("effects", () => {
  test("as many effects as succeeded intents, each with a key of its own, are right", () => {
    const counter = makeEffectCounter();
    for (const key of ["a", "b"]) counter.saw(key);
    expect(judgeEffects(counter.take(), 2)).toEqual([]);
  });

  test("a key that comes twice is told, even where the totals agree", () => {
    const counter = makeEffectCounter();
    for (const key of ["a", "a"]) counter.saw(key);
    const wrong = judgeEffects(counter.take(), 2);
    expect(wrong[0]).toContain("a (2 times)");
    expect(wrong).toHaveLength(2);
  });

  test("calls without a key are one key: the second is a double", () => {
    const counter = makeEffectCounter();
    counter.saw(undefined);
    counter.saw(undefined);
    expect(judgeEffects(counter.take(), 1)).toEqual([expect.stringContaining("(no key) (2 times)")]);
  });

  test("an effect without a succeeded intent, and the reverse, are told", () => {
    const none = { effectCount: 0, keyCount: 0, doubled: [] };
    expect(judgeEffects(none, 1)).toHaveLength(1);
    expect(judgeEffects({ ...none, effectCount: 1, keyCount: 1 }, 0)).toHaveLength(1);
  });

  test("looking takes nothing", () => {
    const counter = makeEffectCounter();
    counter.saw("a");
    expect([counter.look(), counter.look(), counter.take().effectCount, counter.look()]).toEqual([1, 1, 1, 0]);
  });

  test("what was taken is not counted again", () => {
    const counter = makeEffectCounter();
    counter.saw("a");
    counter.take();
    counter.saw("a");
    expect(counter.take()).toEqual({ effectCount: 1, keyCount: 1, doubled: [] });
  });
});
