import { expect, test } from "vitest";
import { firstIdAt, makeIdSource } from "./id";

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
  expect(ids[0]).toBe("int_0000000005fzzzzzzzzzzzzzzz");
  expect(ids[1]).toBe("int_0000000005g00000000000007z");
  expect(ids.toSorted()).toEqual(ids);
});

test("two sources make different ids in the same millisecond", () => {
  const newId = makeIdSource(() => 5);
  const other = makeIdSource(() => 5);
  const ids = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? newId : other)("int"));
  expect(new Set(ids).size).toBe(ids.length);
});
