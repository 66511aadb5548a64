import { expect, test } from "vitest";
import { makeSetAside } from "./set-aside";

test("what is set aside comes back after its time, and the oldest when there are too many", () => {
  let nowMs = 0;
  const setAside = makeSetAside(() => nowMs);
  setAside.add("a");
  nowMs = 59_999;
  setAside.add("b");
  expect(setAside.ids()).toEqual(["a", "b"]);
  nowMs = 60_000;
  expect(setAside.ids()).toEqual(["b"]);
  for (let n = 0; n < 1_000; n += 1) setAside.add(`more ${n}`);
  expect(setAside.ids()).toHaveLength(1_000);
  expect(setAside.ids()).not.toContain("b");
});
