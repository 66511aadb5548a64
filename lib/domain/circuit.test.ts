import { expect, test } from "vitest";
import { type Circuit, CLOSED, circuitAfter, roomIn } from "./circuit";

const SILENCE = { status: null };
const after = (statuses: (number | null)[], from: Circuit = CLOSED, at = 0) =>
  statuses.reduce((circuit, status) => circuitAfter(circuit, { status }, at), from);

test("it opens after five in a row without an answer, not before", () => {
  expect(roomIn(after([null, null, null, null]), 0)).toBe(Number.POSITIVE_INFINITY);
  expect(roomIn(after([null, 502, 503, 504, null]), 0)).toBe(0);
});

test("B1: any answer in between starts the count anew, whatever it says", () => {
  for (const status of [200, 204, 301, 400, 401, 409, 429, 500, 501]) {
    expect(after([null, null, null, null, status])).toEqual(CLOSED);
    expect(roomIn(after([null, null, null, null, status, null]), 0)).toBe(Number.POSITIVE_INFINITY);
  }
});

test("after its rest one may try; an answer closes it, silence makes it rest twice as long, up to a bound", () => {
  let circuit = after(Array(5).fill(null));
  expect([roomIn(circuit, 4_999), roomIn(circuit, 5_000)]).toEqual([0, 1]);
  expect(circuitAfter(circuit, { status: 500 }, 5_000)).toEqual(CLOSED);
  const rests: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    circuit = circuitAfter(circuit, SILENCE, circuit.restUntil ?? 0);
    rests.push(circuit.restMs);
  }
  expect(rests).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

test("B2: what was under way when it opened does not make the rest longer", () => {
  const open = after(Array(5).fill(null));
  expect(after(Array(50).fill(null), open, 4_999)).toEqual(open);
  expect(after([200], open, 1)).toEqual(CLOSED);
});
