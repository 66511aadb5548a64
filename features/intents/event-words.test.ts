import { expect, test } from "vitest";
import { eventWords } from "./event-words";

test.each([
  ["intent.lose_lease", "Lease lost"],
  ["attempt.late_settle_rejected", "Attempt late settle rejected"],
  ["__", "__"],
])("%s reads %s", (type, words) => {
  expect(eventWords(type)).toBe(words);
});
