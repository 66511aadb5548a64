import { expect, test } from "vitest";
import { eventKind } from "./event-kind";

test.each([
  ["submission.recorded", "submissions"],
  ["intent.drifted", "submissions"],
  ["intent.approve", "decisions"],
  ["intent.bypass_ordered", "decisions"],
  ["intent.probe", "execution"],
  ["attempt.late_settle_rejected", "execution"],
  ["intent.erased", "other"],
  ["intent.something_new", "other"],
])("%s is among the %s", (type, kind) => {
  expect(eventKind(type)).toBe(kind);
});
