import { expect, test } from "vitest";
import { alertWords, isNewer } from "./alert-words";

test("only what came after what is known is news", () => {
  expect(isNewer("int_02", "int_01")).toBe(true);
  expect(isNewer("int_01", "int_01")).toBe(false);
  expect(isNewer("int_01", "int_02")).toBe(false);
  expect(isNewer("int_01", null)).toBe(true);
  expect(isNewer(null, "int_01")).toBe(false);
});

test("says how many wait and what the newest is, and never all of a long text", () => {
  expect(alertWords(1, "Refund a payment: $80.00")).toEqual({
    title: "1 intent waits for you",
    body: "Newest: Refund a payment: $80.00",
  });
  expect(alertWords(1_200, null).title).toBe("1,200 intents wait for you");
  expect(alertWords(2, "x".repeat(500)).body).toMatch(/^Newest: x{160}…$/);
});

test("what an agent hides in its values does not hide in a notification", () => {
  expect(alertWords(1, "Pay: pay_1\u202e\u200bX").body).toBe("Newest: Pay: pay_1⟨U+202E⟩⟨U+200B⟩X");
  expect(alertWords(1, `${"x".repeat(158)}\u202e${"y".repeat(9)}`).body).toMatch(/⟨U\+202E⟩y…$/);
});
