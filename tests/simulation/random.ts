/** Numbers that look random and follow from the seed alone. */
export type Random = {
  next(): number;
  /** 0 … max - 1. */
  below(max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Between both, mostly near the least: most waits are short, a few are long. */
  skewed(least: number, most: number): number;
};

export function makeRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  // mulberry32: 32 bits of state are plenty for a few thousand draws.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (max: number) => Math.floor(next() * max);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    skewed: (least, most) => Math.round(least + (most - least) * next() ** 4),
  };
}
