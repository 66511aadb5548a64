import fc from "fast-check";
import { expect, test } from "vitest";
import { firstIdAt, idInRow, idMs, makeIdSource, rowOf, sameIdAs } from "./id";

test("ids made in order sort in order, within one millisecond and when the clock goes back", () => {
  const clock = [5, 5, 5, 4, 6, 6];
  const newId = makeIdSource(() => clock.shift() ?? 6);
  const ids = Array.from({ length: 6 }, () => newId("int"));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(6);
  for (const id of ids) expect(id).toMatch(/^int_[0-9a-hjkmnp-tv-z]{26}$/);
});

test("an instant's first id is not after any id of that instant, and after every id before it", () => {
  const bytes = (fill: number) => (size: number) => new Uint8Array(size).fill(fill);
  expect(firstIdAt("int", 1_000) <= makeIdSource(() => 1_000, bytes(0))("int")).toBe(true);
  expect(makeIdSource(() => 999, bytes(255))("int") < firstIdAt("int", 1_000)).toBe(true);
});

test("ids go on growing when the random part runs over into its upper half", () => {
  const newId = makeIdSource(
    () => 5,
    (size) => new Uint8Array(size).fill(255),
  );
  const ids = Array.from({ length: 5 }, () => newId("int"));
  expect(ids[0]).toBe("int_0000000005fzzzzzzzzzzzzzz0");
  expect(ids[1]).toBe("int_0000000005g0000000000007z0");
  expect(ids.toSorted()).toEqual(ids);
});

test("two sources make different ids in the same millisecond", () => {
  const newId = makeIdSource(() => 5);
  const other = makeIdSource(() => 5);
  const ids = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? newId : other)("int"));
  expect(new Set(ids).size).toBe(ids.length);
});

const INSTANT = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test("what is read from one row has the row's time and number under its own prefix", () => {
  const id = makeIdSource(() => 5)("evt");
  expect(sameIdAs("sub", id)).toBe(`sub_${id.slice(4)}`);
  expect(sameIdAs("evt", sameIdAs("att", id))).toBe(id);
});

test("events that follow in a row sort behind it and before the next, and each leads back to it", () => {
  fc.assert(
    fc.property(INSTANT, fc.integer({ min: 1, max: 31 }), (atMs, count) => {
      const newId = makeIdSource(() => atMs);
      const [row, next] = [newId("evt"), newId("evt")];
      const ids = [row, ...Array.from({ length: count }, (_none, index) => idInRow(row, index + 1)), next];
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(count + 2);
      for (const id of ids.slice(0, -1)) expect(rowOf(id)).toBe(row);
      for (const id of ids) expect(id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
    }),
  );
});

test("an id says when it was made, to the millisecond; what is none of ours says nothing", () => {
  fc.assert(
    fc.property(INSTANT, (atMs) => {
      expect(idMs(makeIdSource(() => atMs)("evt"))).toBe(atMs);
      expect(idMs(firstIdAt("evt", atMs))).toBe(atMs);
    }),
  );
  for (const id of ["", "evt_1", `evt_${"u".repeat(26)}`, `evt_${"1".repeat(27)}`, `evt_8${"0".repeat(25)}`])
    expect(idMs(id)).toBe(0);
});
