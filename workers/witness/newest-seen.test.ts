import { expect, test } from "vitest";
import { makeNewestSeen } from "./newest-seen";

const claim = (attemptId: string, epoch = 1) => ({ epoch, attemptId });

test("N1: what a restored store tells does not replace what was seen", () => {
  const seen = makeNewestSeen();
  seen.saw("b", claim("att_5"));
  seen.saw("b", claim("att_3"));
  expect(seen.all()).toEqual([claim("att_5")]);
  seen.saw("b", claim("att_6"));
  expect(seen.all()).toEqual([claim("att_6")]);
});

test("N1: the first claim of a new epoch counts, whatever its id", () => {
  const seen = makeNewestSeen();
  seen.saw("b", claim("att_5"));
  seen.saw("b", claim("att_3", 2));
  seen.saw("c", claim("att_9"));
  seen.keepOnly(2);
  expect(seen.all()).toEqual([claim("att_3", 2)]);
});

test("N2: a worker whose clock lags behind is remembered beside the others", () => {
  const seen = makeNewestSeen();
  seen.saw("ahead", claim("att_9"));
  seen.saw("behind", claim("att_2"));
  expect(seen.all()).toEqual([claim("att_9"), claim("att_2")]);
});

test("few are remembered: of many workers, those with the newest claims", () => {
  const seen = makeNewestSeen();
  for (let number = 0; number < 30; number += 1) seen.saw(`w${number}`, claim(`att_${10 + number}`));
  expect(seen.all()).toHaveLength(8);
  expect(seen.all()).toContainEqual(claim("att_39"));
});
