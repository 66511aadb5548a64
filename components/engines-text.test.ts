import { expect, test } from "vitest";
import { enginesText } from "./engines-text";

test("engines are told by name and number, and that none is above the first", () => {
  expect(enginesText({ date: 2, text: 3 })).toBe("date 2, text 3");
  expect(enginesText({})).toBe("all 1");
});
