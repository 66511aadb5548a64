import { expect, test } from "vitest";
import { fromLocalInput, toLocalInput } from "./local-time";

test("an instant comes back as it was, to the minute", () => {
  for (const instant of ["2026-11-16T00:00:00.000Z", "2026-03-29T01:30:00.000Z", "1999-12-31T23:59:00.000Z"]) {
    expect(fromLocalInput(toLocalInput(instant))).toBe(instant);
  }
});

test("what is no instant is none", () => {
  expect(fromLocalInput("")).toBeNull();
  expect(fromLocalInput("soon")).toBeNull();
  expect(toLocalInput("soon")).toBe("");
});
