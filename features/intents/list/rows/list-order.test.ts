import { expect, test } from "vitest";
import { cursorAbove, cursorAt, isUpTo } from "./list-order";

const row = (id: string, value?: string) => ({ id, amount: value === undefined ? null : { shown: "", value } });

test.each([
  ["int_01abc", "int_01abd"],
  ["int_01ab9", "int_01aba"],
  ["int_01azz", "int_01b00"],
  ["int_019zz", "int_01a00"],
])("right above %s is %s, and nothing between", (id, above) => {
  expect(cursorAbove(row(id), false)).toBe(above);
  expect(above > id).toBe(true);
});

test("a row is up to its own place and every lower one, newest first", () => {
  const place = cursorAt(row("int_05"), false);
  expect(["int_06", "int_05", "int_04"].map((id) => isUpTo(row(id), place))).toEqual([true, true, false]);
});

test("by amount the larger is above, then the newer, exactly", () => {
  const place = cursorAt(row("int_05", "80.5"), true);
  expect(isUpTo(row("int_01", "80.51"), place)).toBe(true);
  expect(isUpTo(row("int_05", "80.50"), place)).toBe(true);
  expect(isUpTo(row("int_04", "80.5"), place)).toBe(false);
  expect(isUpTo(row("int_09", "80.49"), place)).toBe(false);
  expect(isUpTo(row("int_09", "-80.5"), place)).toBe(false);
});
