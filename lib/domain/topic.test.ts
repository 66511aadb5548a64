import { expect, test } from "vitest";
import { topicsOf } from "./topic";

test.each([
  ["intent.approve", ["intents", "audit"]],
  ["intent.drifted", ["intents", "findings", "audit"]],
  ["submission.refused", ["intents", "audit"]],
  ["tool.paused", ["pauses", "intents", "audit"]],
  ["downstream.rested", ["downstreams", "intents", "audit"]],
  ["agent.resumed", ["agents", "pauses", "intents", "audit"]],
  ["key_audit.ended", ["key_audits", "audit"]],
  ["something.new", ["audit"]],
])("%s is read again as %j", (type, topics) => {
  expect(topicsOf(type)).toEqual(topics);
});
