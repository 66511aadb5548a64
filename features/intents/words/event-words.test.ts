import { expect, test } from "vitest";
import { eventWords } from "./event-words";

test.each([
  ["intent.lose_lease", "Lease lost"],
  ["attempt.late_settle_rejected", "Attempt settled too late"],
  ["attempt.something_new", "Attempt something new"],
  ["__", "__"],
])("%s reads %s", (type, words) => {
  expect(eventWords(type)).toBe(words);
});
