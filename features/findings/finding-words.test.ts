import { describe, expect, test } from "vitest";
import type { FindingDto } from "@/lib/wire/finding";
import { comparedRows } from "./comparison";
import { FINDING_KINDS, findingWords, kindName } from "./finding-words";

function finding(kind: string, data: Record<string, unknown>, more: Partial<FindingDto> = {}): FindingDto {
  return {
    id: "fnd_1",
    kind,
    state: "open",
    namespace: "default",
    tool: "refund_payment",
    intentId: "int_1",
    submissionId: null,
    data,
    note: null,
    createdAt: "2026-11-16T00:00:00.000Z",
    changedBy: null,
    changedAt: null,
    reconciliationId: null,
    seenAt: null,
    version: 1,
    ...more,
  };
}

const sentence = (kind: string, data: Record<string, unknown>, more: Partial<FindingDto> = {}) =>
  findingWords(finding(kind, data, more)).sentence;

test("each kind says what diverged, between what", () => {
  expect(sentence("missing", { recordedEffectId: "rf_1", state: "succeeded", source: "list" })).toBe(
    "Interlock has it as succeeded with the effect rf_1, but the downstream's listing does not have it.",
  );
  expect(sentence("duplicate", { effectIds: ["rf_1", "rf_2"], recordedEffectId: "rf_1" })).toBe(
    "The downstream has 2 effects under one key: rf_1, rf_2. Interlock has rf_1 on record.",
  );
  expect(sentence("late", { effectId: "rf_1", state: "in_doubt", source: "statement" })).toBe(
    "The downstream's statement has the effect rf_1, although the intent was in doubt.",
  );
  expect(sentence("drift", { differs: ["/amount", "/reason"] })).toContain("with other values (amount, reason)");
  expect(sentence("forgotten_effect", { effectId: "rf_1", key: "a1b2" }, { intentId: null })).toBe(
    "A worker ran refund_payment and was told of the effect rf_1, but the database, put back to an earlier state, has no record of it. Its key is a1b2.",
  );
  expect(sentence("drift", { differs: [""] })).toContain("(the args)");
  expect(sentence("key_split", { otherId: "int_2", gapMs: 61_000, differs: ["run"] })).toBe(
    "The same action ran under two keys, 1 min 1 s apart: they differ in run.",
  );
});

test("an orphan says how much, and whether anybody had asked", () => {
  const data = { effectId: "rf_9", amount: "1250.5", currency: "USD", source: "list" };
  expect(sentence("orphan", data, { intentId: null })).toBe(
    `The downstream's listing has the effect rf_9 of ${new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" }).format(1250.5)}, which no intent asked for.`,
  );
  expect(sentence("orphan", { ...data, state: "denied" })).toContain("never let run: it was denied");
  expect(sentence("orphan", { amount: "100", currency: null, unit: "minor" }, { intentId: null })).toContain(
    "100 (minor units, no currency)",
  );
});

test("amounts are told to the last digit, in currencies that nobody knows too", () => {
  const amounts = (currency: string) => ({
    differences: [
      { what: "amount", ours: { amount: "9007199254740993.01", currency }, theirs: { amount: "1", currency } },
      { what: "target", pointer: "/paymentId" },
    ],
  });
  expect(sentence("mismatch", amounts("USD"))).toMatch(/9.007.199.254.740.993.01/);
  expect(sentence("mismatch", amounts("nonsense"))).toContain("9007199254740993.01 nonsense here, 1 nonsense there");
  expect(sentence("mismatch", amounts("USD"))).toContain("another target (paymentId)");
});

test("a late settle that denies an effect is told otherwise than one that claims one", () => {
  expect(sentence("late_settle", { effectId: null, outcome: "definitive", state: "succeeded" })).toContain(
    "says that nothing was done (definitive), but the intent is succeeded",
  );
  expect(sentence("late_settle", { effectId: "rf_2", outcome: "success", state: "failed" })).toContain(
    "caused the effect rf_2, but the intent was failed",
  );
});

describe("whatever a finding carries, it reads", () => {
  test.each([...FINDING_KINDS, "a_kind.of_tomorrow", "constructor", ""])("%s", (kind) => {
    for (const data of [
      {},
      { differences: "no", effectIds: 3, differs: [7], amount: null },
      { effectId: "x".repeat(9_000) },
    ]) {
      const words = findingWords(finding(kind, data));
      expect(words.name).not.toBe("");
      expect(words.sentence).not.toMatch(/undefined|null|NaN|\[object/);
      expect(words.sentence.length).toBeLessThan(700);
      expect(words.advice.length).toBeGreaterThan(0);
      expect(Array.isArray(comparedRows(finding(kind, data)))).toBe(true);
    }
  });
});

test("a kind that nobody has words for is named by its own", () => {
  expect(kindName("a_kind.of_tomorrow")).toBe("A kind of tomorrow");
});

const value = (text: string) => ({ kind: "value", text });

test("both sides stand beside each other", () => {
  const rows = comparedRows(
    finding("mismatch", {
      state: "succeeded",
      effectId: "rf_2",
      differences: [
        { what: "effectId", ours: "rf_1", theirs: "rf_2" },
        { what: "amount", ours: { amount: "25", currency: null }, theirs: { amount: "30", currency: null } },
      ],
    }),
  );
  expect(rows).toEqual([
    { what: "State", ours: value("succeeded"), theirs: { kind: "untold" } },
    { what: "Effect id", ours: value("rf_1"), theirs: value("rf_2") },
    { what: "Amount", ours: value("25 (no currency)"), theirs: value("30 (no currency)") },
  ]);
});

test("what a side does not have is told apart from what the finding does not say", () => {
  const [effect] = comparedRows(finding("mismatch", { effectId: "rf_1" }));
  expect(effect).toMatchObject({ ours: { kind: "untold" }, theirs: value("rf_1") });
  expect(comparedRows(finding("missing", { recordedEffectId: "rf_1" }))[0]).toMatchObject({ theirs: { kind: "none" } });
  expect(comparedRows(finding("orphan", { effectId: "rf_1" }))[0]).toMatchObject({ ours: { kind: "none" } });
});
