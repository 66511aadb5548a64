import { expect, test } from "vitest";
import { argAt, argText } from "./arg-text";

test("text is shown as it was written, nothing is shown as nothing, and the rest as JSON", () => {
  expect(argText("Dear Maria,\nhello")).toBe("Dear Maria,\nhello");
  expect(argText("")).toBe("(empty)");
  expect(argText(80)).toBe("80");
  expect(argText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
});

test("a target is found whole among the args, where its pointer has one name", () => {
  expect(argAt({ to: "maria" }, "/to")).toEqual({ name: "to", value: "maria" });
  expect(argAt({ "a/b": 1 }, "/a~1b")).toEqual({ name: "a/b", value: 1 });
  expect(argAt({ a: { b: 1 } }, "/a/b")).toBeUndefined();
  expect(argAt({}, "/constructor")).toBeUndefined();
});
