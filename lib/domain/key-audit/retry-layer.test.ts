import { describe, expect, test } from "vitest";
import { type Gap, gapsBetween, RETRY_RULES, retryLayerOf, type Sent } from "./retry-layer";

const SAME: Gap = {
  gapMs: 500,
  beforeMs: null,
  afterMs: null,
  sameBytes: true,
  sameCallerKey: true,
  sameRunAndStep: true,
};
const MINUTE = 60_000;

describe("each rule of the table names its layer", () => {
  const cases: [string, Partial<Gap>, string][] = [
    ["other wording, however soon", { sameBytes: false, gapMs: 10 }, "model"],
    ["another caller's key with the same bytes", { sameCallerKey: false }, "model"],
    ["the same bytes within two seconds", { gapMs: 1_999 }, "http_client"],
    ["two seconds are no client's retry any more", { gapMs: 2_000 }, "framework"],
    ["waits that double", { gapMs: 8_000, beforeMs: 4_000 }, "framework"],
    ["the first of waits that double, over a minute", { gapMs: 2 * MINUTE, afterMs: 4 * MINUTE }, "framework"],
    ["a steady beat of minutes in one step", { gapMs: 5 * MINUTE, beforeMs: 5 * MINUTE }, "orchestrator"],
    ["minutes later in another run", { gapMs: 5 * MINUTE, sameRunAndStep: false }, "unknown"],
    ["an hour later", { gapMs: 60 * MINUTE }, "person_or_cron"],
    ["hours that double are still a schedule", { gapMs: 120 * MINUTE, beforeMs: 60 * MINUTE }, "person_or_cron"],
  ];
  test.each(cases)("%s", (_name, gap, layer) => {
    expect(retryLayerOf({ ...SAME, ...gap })).toBe(layer);
  });

  test("every rule can be met, and says why in a sentence", () => {
    const met = new Set(
      cases.map(([, gap]) => RETRY_RULES.findIndex(({ when }) => when({ ...SAME, ...gap }))).filter((at) => at >= 0),
    );
    expect(met.size).toBe(RETRY_RULES.length);
    for (const { says } of RETRY_RULES) expect(says).toMatch(/\.$/);
  });
});

test("gaps know their neighbours, and what stayed the same between two submissions", () => {
  const sent = (at: number, more: Partial<Sent> = {}): Sent => ({
    at,
    bytes: "x",
    callerKey: null,
    run: "r",
    step: "s",
    ...more,
  });
  expect(gapsBetween([sent(0)])).toEqual([]);
  const [first, second] = gapsBetween([sent(0), sent(1_000), sent(3_000, { run: "other", bytes: "y" })]);
  expect(first).toEqual({ ...SAME, gapMs: 1_000, afterMs: 2_000 });
  expect(second).toEqual({ ...SAME, gapMs: 2_000, beforeMs: 1_000, sameBytes: false, sameRunAndStep: false });
});
