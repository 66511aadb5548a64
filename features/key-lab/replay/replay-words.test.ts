import { describe, expect, test } from "vitest";
import type { OutcomeDto, ReplayDto } from "@/lib/wire/replay";
import { groupsOf, headlineOf, shortWords } from "./difference-words";
import { leftOutWords } from "./left-out-words";
import { fateWords, marksOf, verdictWords } from "./outcome-words";

const RESULT: ReplayDto = {
  tool: "refund_payment",
  comparedWith: { version: 3, derivation: "a" },
  derivation: "b",
  engines: {},
  keysChange: true,
  warnings: [],
  range: { from: "2026-11-10T00:00:00Z", to: "2026-11-17T00:00:00Z", cutAt: null },
  submissions: {
    read: 1_300,
    compared: 1_204,
    changed: 6,
    underEarlierVersions: 0,
    leftOut: { erased: 0, notReproduced: 0, peoplesOrders: 0 },
    before: { read: 0, isCut: false },
  },
  differences: {
    held: { count: 1, examples: [] },
    merged: { count: 5, examples: [] },
    split: { count: 0, examples: [] },
    brandNew: { count: 2, examples: [] },
  },
  notReproduced: [],
  tookMs: 12,
};
const withSubmissions = (more: Partial<ReplayDto["submissions"]>): ReplayDto => ({
  ...RESULT,
  submissions: { ...RESULT.submissions, ...more },
});

const OUTCOME: OutcomeDto = {
  fate: "opened",
  disposition: "created",
  refusal: null,
  intentId: null,
  verdict: "clear",
  rule: null,
  reasons: [],
  approvals: null,
  drifted: false,
  lookalike: false,
  variant: false,
  errors: [],
};

test("only what there is is told, in the order of weight; what this page does not know comes last", () => {
  expect(groupsOf(RESULT).map(({ kind, count }) => [kind, count])).toEqual([
    ["merged", 5],
    ["held", 1],
    ["brandNew", 2],
  ]);
  expect(shortWords({ ...RESULT, differences: { merged: { count: 1_500, examples: [] } } })).toBe(
    "1,500 would join another intent",
  );
  expect(shortWords({ ...RESULT, differences: {} })).toBe("no recorded submission would be treated otherwise");
});

test.each([
  [{}, "Of 1,204 submissions, 6 would be treated otherwise than by version 3."],
  [{ changed: 0 }, "Nothing would change: 1,204 submissions would be treated as by version 3."],
  [{ changed: 0, compared: 1 }, "Nothing would change: 1 submission would be treated as by version 3."],
  [{ changed: 0, compared: 0 }, "There was nothing to compare in this time."],
])("the headline of %j", (more, sentence) => expect(headlineOf(withSubmissions(more))).toBe(sentence));

describe("what was left out", () => {
  test("is not mentioned where nothing was", () => expect(leftOutWords(RESULT)).toEqual([]));

  test("is told with its reason", () => {
    const leftOut = { erased: 1, notReproduced: 2, peoplesOrders: 3 };
    const said = leftOutWords({
      ...withSubmissions({ leftOut, underEarlierVersions: 4, before: { read: 9, isCut: true } }),
      range: { ...RESULT.range, cutAt: "2026-11-12T00:00:00Z" },
    });
    expect(said).toHaveLength(6);
    expect(said[1]).toBe("1 submission left out: the args were erased.");
    expect(said[2]).toMatch(/^2 submissions left out: .* on record\.$/);
  });
});

describe("an outcome", () => {
  test.each<[Partial<OutcomeDto>, string, string | null]>([
    [{}, "Opens an intent", "Cleared"],
    [{ fate: "joined", verdict: null }, "Joins an intent", null],
    [
      { verdict: "hold", reasons: ["approval", "lookalike"], approvals: { needed: 2, role: "admin" } },
      "Opens an intent",
      "Held: approval, look-alike; 2 admins",
    ],
    [{ fate: "refused", refusal: "already_submitted", verdict: null }, "Refused: the same was submitted before", null],
    [{ fate: "refused", refusal: "something_new", verdict: null }, "Refused: something_new", null],
    [{ fate: "invalid", verdict: null }, "Does not fit the schema", null],
    [{ verdict: "refuse" }, "Opens an intent", "Refused by policy"],
  ])("%j", (more, fate, verdict) => {
    const outcome = { ...OUTCOME, ...more };
    expect([fateWords(outcome), verdictWords(outcome)]).toEqual([fate, verdict]);
  });

  test("carries its marks", () => {
    expect(marksOf({ ...OUTCOME, drifted: true, variant: true })).toEqual(["Drift", "Variant"]);
  });
});
