import { describe, expect, test } from "vitest";
import type { StateKind } from "../intent";
import { judgeProbe, judgeRow, type KnownIntent, type RowInput } from "./judge";

const INTENT: KnownIntent = {
  id: "int_1",
  tool: "pay",
  state: "succeeded",
  effectId: "fx_1",
  fence: 1,
  mayHaveActed: false,
};
const ROW: RowInput = {
  tool: "pay",
  effect: { key: "k", effectId: "fx_1", line: 2, said: null },
  intent: INTENT,
  matchedBy: "key",
  effectIds: ["fx_1"],
  isOfFirst: true,
  mayBeUnderWay: false,
  differences: [],
};

function judge(change: Partial<RowInput>) {
  const { count, divergences, resolves } = judgeRow({ ...ROW, ...change });
  return `${count}: ${divergences.map(({ kind }) => kind).join(" ")}${resolves ? " → resolved" : ""}`.trim();
}
const inState = (state: StateKind, fence = 1) => ({
  intent: { ...INTENT, state, fence, effectId: state === "succeeded" || state === "partial" ? "fx_1" : null },
});

test.each<[StateKind, number, string]>([
  ["succeeded", 1, "matched:"],
  ["partial", 1, "matched:"],
  ["executing", 1, "underWay:"],
  ["cleared", 1, "late: late → resolved"],
  ["cleared", 0, "orphan: orphan"],
  ["in_doubt", 1, "late: late → resolved"],
  ["failed", 1, "late: late → resolved"],
  ["held", 1, "late: late → resolved"],
  ["held", 0, "orphan: orphan"],
  ["denied", 0, "orphan: orphan"],
  ["expired", 0, "orphan: orphan"],
  ["refused", 0, "orphan: orphan"],
  ["withdrawn", 0, "orphan: orphan"],
  ["withdrawn", 2, "late: late → resolved"],
])("an effect under the key of an intent that is %s after %i attempts: %s", (state, fence, expected) => {
  expect(judge(inState(state, fence))).toBe(expected);
});

test("an effect under the key of an intent that is tried again because it may have acted is its own to tell", () => {
  const { intent } = inState("cleared");
  expect(judge({ intent: { ...intent, mayHaveActed: true } })).toBe("underWay:");
});

describe("an effect that no intent has", () => {
  const nobody = { intent: null, matchedBy: null };
  const keyless = { effect: { ...ROW.effect, key: null } };
  test("is an orphan, with a key of which nobody knows or without one", () => {
    expect(judge({ ...nobody })).toBe("orphan: orphan");
    expect(judge({ ...nobody, ...keyless })).toBe("orphan: orphan");
  });
  test("J1: without a key it may be that of something under way; with one it is not", () => {
    expect(judge({ ...nobody, ...keyless, mayBeUnderWay: true })).toBe("undecided:");
    expect(judge({ ...nobody, mayBeUnderWay: true })).toBe("orphan: orphan");
  });
  test("carries what the source said of it, for whoever looks for it there", () => {
    const at = new Date("2026-11-16T10:00:00Z");
    const dataOf = (said: RowInput["effect"]["said"]) =>
      judgeRow({ ...ROW, ...nobody, effect: { ...ROW.effect, said } }).divergences[0]?.data;
    expect(dataOf({ amount: "80", currency: "USD", at, unit: "minor" })).toEqual({
      ...{ effectId: "fx_1", line: 2, amount: "80", currency: "USD", at: "2026-11-16T10:00:00.000Z" },
    });
    expect(dataOf({ amount: "8000", currency: null, at: null, unit: "minor" })).toEqual({
      ...{ effectId: "fx_1", line: 2, amount: "8000", currency: null, unit: "minor" },
    });
    expect(dataOf({ amount: null, currency: null, at: null, unit: "major" })).toEqual({ effectId: "fx_1", line: 2 });
  });
  test("belongs to another tool's intent if one has it", () => {
    expect(judge({ intent: { ...INTENT, tool: "other" } })).toBe("otherTool:");
  });
});

describe("another effect id", () => {
  const other = { effect: { ...ROW.effect, effectId: "fx_2" }, effectIds: ["fx_2"] };
  test("for our key is a mismatch", () => expect(judge(other)).toBe("matched: mismatch"));
  test("beside ours is a duplicate, once for the key", () => {
    expect(judge({ effectIds: ["fx_1", "fx_2"] })).toBe("matched: duplicate");
    expect(judge({ ...other, effectIds: ["fx_1", "fx_2"] })).toBe("matched: duplicate");
    expect(judge({ ...other, effectIds: null, isOfFirst: false })).toBe("matched:");
  });
  test("in doubt: the first is taken, and that there are two is a finding", () => {
    expect(judge({ ...inState("in_doubt"), effectIds: ["fx_1", "fx_2"] })).toBe("late: duplicate late → resolved");
    expect(judge({ ...inState("in_doubt"), ...other, effectIds: null, isOfFirst: false })).toBe("late:");
  });
});

test("a doubt is not resolved by a row that tells no effect id", () => {
  expect(judge({ ...inState("in_doubt"), effect: { ...ROW.effect, effectId: null } })).toBe("late: late");
});

test("other values are a mismatch, also of an effect that came late", () => {
  const differences = [{ what: "target" as const, pointer: "/orderId" }];
  expect(judge({ differences })).toBe("matched: mismatch");
  expect(judge({ ...inState("failed"), differences })).toBe("late: late mismatch → resolved");
});

test("J3: the same finding has the same identity wherever in the source it stands; other evidence is another one", () => {
  const identity = (change: Partial<RowInput>) =>
    judgeRow({ ...ROW, ...change }).divergences.map((one) => one.identity);
  const moved = { effect: { ...ROW.effect, line: 99 } };
  const two = { effectIds: ["fx_1", "fx_2"] };
  expect(identity({ ...two, ...moved })).toEqual(identity({ effectIds: ["fx_2", "fx_1"] }));
  expect(identity({ effectIds: ["fx_1", "fx_2", "fx_3"] })).not.toEqual(identity(two));
});

describe("a probe", () => {
  const ask = (state: StateKind, said: Parameters<typeof judgeProbe>[2], proof = true) => {
    const { count, divergences, resolves } = judgeProbe("pay", inState(state).intent, said, proof);
    return `${count}: ${divergences.map(({ kind }) => kind).join(" ")}${resolves ? " → resolved" : ""}`.trim();
  };
  const present = (effectId: string) => ({ kind: "present" as const, effectId });
  test.each([
    ["succeeded", present("fx_1"), true, "matched:"],
    ["succeeded", present("fx_2"), true, "matched: mismatch"],
    ["succeeded", { kind: "absent" as const }, true, "missing: missing"],
    ["partial", { kind: "absent" as const }, true, "missing: missing"],
    ["succeeded", { kind: "absent" as const }, false, "undecided:"],
    ["succeeded", { kind: "unknown" as const }, true, "unanswered:"],
    ["failed", present("fx_1"), true, "late: late → resolved"],
    ["failed", { kind: "absent" as const }, true, "matched:"],
    ["in_doubt", present("fx_9"), true, "late: late → resolved"],
    ["in_doubt", { kind: "absent" as const }, true, "undecided:"],
  ] as const)("about one that %s, which says %j (proof: %s): %s", (state, said, proof, expected) => {
    expect(ask(state, said, proof)).toBe(expected);
  });
});
