import { expect, test } from "vitest";
import {
  type Circuit,
  CLOSED,
  circuitAfter,
  circuitAnswered,
  circuitToTry,
  hasAnsweredLately,
  roomIn,
} from "./circuit";

const UNBOUNDED = Number.POSITIVE_INFINITY;
const CAP_MS = 60_000;

/** "-" stays silent, "+" is answered; each begins and ends at `at`. */
function after(calls: string, from: Circuit = CLOSED, at = 0, retryCapMs = CAP_MS): Circuit {
  return [...calls].reduce(
    (circuit, said) => circuitAfter(circuit, { startedAt: at, at, isSilent: said === "-", retryCapMs }),
    from,
  );
}
/** Ten calls, a second long: enough for a rest. */
const away = (at = 0, retryCapMs = CAP_MS) =>
  after("-", after(times("-", 9), CLOSED, at - 1_000, retryCapMs), at, retryCapMs);
const times = (said: string, count: number) => said.repeat(count);
const untilOf = ({ rest }: Circuit) => rest?.until ?? 0;

test("it rests after ten calls of which none was answered, once that has lasted a second, and not before", () => {
  expect(roomIn(after("-", after(times("-", 8)), 1_000), 1_000)).toBe(UNBOUNDED);
  expect(roomIn(after("-", after(times("-", 9)), 1_000), 1_000)).toBe(0);
  expect(roomIn(after("-", after(times("-", 9)), 999), 999)).toBe(UNBOUNDED);
});

test("B3: a hundred that are refused at once say nothing yet: answers take longer", () => {
  const refused = after(times("-", 100));
  expect(roomIn(refused, 0)).toBe(UNBOUNDED);
  expect(roomIn(after("-", after("+", refused, 900), 1_500), 1_500)).toBe(UNBOUNDED);
});

test("a downstream that answers one call in ten is not given a rest, however long that goes on", () => {
  let circuit = CLOSED;
  for (let at = 0; at < 200_000; at += 200) {
    circuit = after(at % 2_000 === 0 ? "+" : "-", circuit, at);
    expect(circuit.rest).toBeNull();
  }
});

test("how well it went before does not count for long: nineteen of the last twenty are enough", () => {
  const before = after(times("-", 17), after(times("+", 1_000)));
  expect(roomIn(after("-", before, 1_000), 1_000)).toBe(UNBOUNDED);
  expect(roomIn(after("--", before, 1_000), 1_000)).toBe(0);
});

test("what was silent half a minute ago is forgotten", () => {
  const before = after(times("-", 9));
  expect(roomIn(after("-", before, 29_999), 29_999)).toBe(0);
  expect(roomIn(after("-", before, 30_000), 30_000)).toBe(UNBOUNDED);
});

test("after its rest two may try; as many silent in a row make it rest twice as long, up to a bound", () => {
  let circuit = away();
  expect([roomIn(circuit, 999), roomIn(circuit, 1_000)]).toEqual([0, 2]);
  const rests: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    circuit = after("-", circuit, untilOf(circuit));
    expect(roomIn(circuit, untilOf(circuit))).toBe(2);
    circuit = after("-", circuit, untilOf(circuit));
    rests.push(circuit.rest?.restMs ?? 0);
  }
  expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test("B4: a rest is never longer than the contract lets a retry wait", () => {
  let circuit = away(0, 300);
  for (let round = 0; round < 8; round += 1) {
    expect(circuit.rest?.restMs).toBe(300);
    circuit = after("--", circuit, untilOf(circuit), 300);
  }
  expect(after("--", circuit, untilOf(circuit), 5_000).rest?.restMs).toBe(600);
});

test("every answer doubles how many may try, until it is closed", () => {
  let circuit = away();
  const rooms: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    rooms.push(roomIn(circuit, 1_000));
    circuit = after("+", circuit, 1_000);
  }
  expect(rooms).toEqual([2, 4, 8, 16, UNBOUNDED]);
  expect(circuit.rest).toBeNull();
});

test("while some are answered, those that are not do not make it rest; the first rest comes again if all are", () => {
  const trying = after("+", after("--", away(), 1_000), 3_000);
  expect(roomIn(after("---+---", trying, 3_000), 3_000)).toBe(8);
  const again = after("----", trying, 3_000);
  expect([again.rest?.restMs, roomIn(again, 3_000)]).toEqual([1_000, 0]);
});

test("B2: what was under way when the rest began neither makes it longer nor uses up its tries", () => {
  const open = away(5_000);
  const late = { startedAt: 4_999, isSilent: true, retryCapMs: CAP_MS };
  expect(circuitAfter(open, { ...late, at: 5_001 })).toBe(open);
  expect(circuitAfter(open, { ...late, at: 90_000 })).toBe(open);
  const closed = circuitAnswered(open, 6_000);
  expect(circuitAfter(closed, { ...late, at: 90_000 })).toBe(closed);
});

test("B2: an answer counts whenever its call began: the rest is over at once", () => {
  const open = away(5_000);
  const heard = circuitAfter(open, { startedAt: 0, at: 5_001, isSilent: false, retryCapMs: CAP_MS });
  expect(roomIn(heard, 5_001)).toBe(4);
});

test("an answer to another question closes it; an operator's word ends the rest and no more", () => {
  const open = away();
  expect(roomIn(circuitAnswered(open, 1), 1)).toBe(UNBOUNDED);
  expect(roomIn(circuitToTry(open, 1), 1)).toBe(2);
  expect(after("--", circuitToTry(open, 1), 1).rest?.restMs).toBe(2_000);
  expect(circuitToTry(CLOSED, 1)).toBe(CLOSED);
});

test("whether it was answered lately is forgotten like everything else", () => {
  expect(hasAnsweredLately(after("+---"), 29_999)).toBe(true);
  expect(hasAnsweredLately(after("+---"), 30_000)).toBe(false);
  expect(hasAnsweredLately(after("---"), 0)).toBe(false);
});
