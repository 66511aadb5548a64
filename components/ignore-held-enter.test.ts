import { expect, test, vi } from "vitest";
import { ignoreHeldEnter } from "./ignore-held-enter";

const press = (key: string, repeat: boolean, tagName: string) => {
  const preventDefault = vi.fn();
  ignoreHeldEnter({ key, repeat, target: { tagName } as unknown as EventTarget, preventDefault });
  return preventDefault.mock.calls.length > 0 ? "ignored" : "taken";
};

test("an Enter that is held down presses no button and sends no form", () => {
  expect(press("Enter", true, "BUTTON")).toBe("ignored");
  expect(press("Enter", true, "INPUT")).toBe("ignored");
});

test("one press is taken, and so is what belongs to a text", () => {
  expect(press("Enter", false, "BUTTON")).toBe("taken");
  expect(press("Enter", true, "TEXTAREA")).toBe("taken");
  expect(press("Tab", true, "BUTTON")).toBe("taken");
});
