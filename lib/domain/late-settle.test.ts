import { describe, expect, test } from "vitest";
import type { Outcome } from "./event";
import type { Intent } from "./intent";
import { divergesFrom } from "./late-settle";
import { FAILURE, SAMPLES } from "./transition/testing/samples";

const OUTCOMES: Record<string, Outcome> = {
  "success, same id": { class: "success", effectId: "eff_1", result: {} },
  "success, other id": { class: "success", effectId: "eff_2", result: {} },
  "partial, same id": { class: "partial", effectId: "eff_1", result: {}, correctiveAction: "Send the rest." },
  definitive: { class: "definitive", failure: FAILURE },
  "not sent": { class: "not_sent", failure: FAILURE },
  configuration: { class: "configuration", failure: FAILURE, counted: true },
  unknown: { class: "unknown", failure: FAILURE },
};

const HAPPENED = ["success, same id", "success, other id", "partial, same id"];

describe("a late settle is a finding", () => {
  test.each(["in_doubt", "cleared", "executing", "failed", "held", "denied"])(
    "when it says that something happened and the intent is %s",
    (name) => expect(diverging(name)).toEqual(HAPPENED),
  );
  test.each(["succeeded", "partial"])("when it names another effect, or none, and the intent has %s", (name) => {
    expect(diverging(name)).toEqual(["success, other id", "definitive", "not sent", "configuration"]);
  });
});

test("that an earlier attempt did nothing does not contradict what a later one did", () => {
  expect(diverging("succeeded", 0)).toEqual(["success, other id"]);
});

test("a read that is told of twice is no finding", () => {
  const outcome: Outcome = { class: "success", effectId: null, result: {} };
  expect(divergesFrom(sampleOf("succeeded"), { fence: 1, outcome })).toBe(false);
});

function diverging(name: string, fence = 1): string[] {
  const intent = sampleOf(name);
  return Object.entries(OUTCOMES).flatMap(([key, outcome]) => (divergesFrom(intent, { fence, outcome }) ? [key] : []));
}

function sampleOf(name: string): Intent {
  const intent = SAMPLES[name];
  if (intent === undefined) throw new Error(`there is no sample called "${name}"`);
  return intent;
}
