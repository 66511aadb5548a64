import { expect, test } from "vitest";
import { TooManyError } from "./errors";
import { makeGuessLimit } from "./guess-limit";

const limit = (trackedMax = 10) => makeGuessLimit({ max: 2, windowMs: 1_000, trackedMax });

test("tries under way count as much as tries that failed", () => {
  const take = limit();
  take("a", 0);
  take("a", 0);
  expect(() => take("a", 0)).toThrow(TooManyError);
  expect(() => take("b", 0)).not.toThrow();
});

test("a try that is given back can be used again, but only that one", () => {
  const take = limit();
  take("a", 0);
  take("a", 0)();
  take("a", 0);
  expect(() => take("a", 0)).toThrow(TooManyError);
});

test("after the window the tries are there again, and what is given back late changes nothing", () => {
  const take = limit();
  const giveBack = take("a", 0);
  take("a", 0);
  take("a", 1_001);
  giveBack();
  take("a", 1_001);
  expect(() => take("a", 1_001)).toThrow(TooManyError);
});

test("when too many addresses are tracked, the oldest one is forgotten and not all", () => {
  const take = limit(2);
  for (const address of ["a", "a", "b", "b", "c"]) take(address, 0);
  expect(() => take("b", 0)).toThrow(TooManyError);
  expect(() => take("a", 0)).not.toThrow();
});
