import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { leftOutWords, type Result, resultOf, resultsWords, runWords, selectedWords, totalWords } from "./batch-words";
import { approvable, byTitle, type Picked } from "./picked";

const pick = (id: string, more: Partial<Picked> = {}): Picked => ({
  id,
  title: "Note a thing",
  argsDigest: "d",
  heldSince: undefined,
  amount: { value: "80", currency: "USD" },
  risk: "low",
  undoMs: 0,
  othersNeeded: 0,
  ...more,
});
const problem = (status: number, code: string, detail?: string) => ({
  type: "about:blank",
  title: "No.",
  status,
  code,
  retriable: false,
  correctiveAction: "Look again.",
  ...(detail === undefined ? {} : { detail }),
});

test("totals are stated for each currency, and what has no amount is counted", () => {
  const eur = pick("b", { amount: { value: "20.5", currency: "EUR" } });
  expect(totalWords([pick("a"), eur, pick("c")])).toBe("€20.50 and $160.00");
  expect(totalWords([pick("a"), pick("b", { amount: null })])).toBe("$80.00, and 1 without an amount");
  expect(totalWords([pick("a", { amount: null })])).toBeNull();
});

test("high value and irreversible are left out of an approval, and it is said how many and why", () => {
  const picked = [
    pick("a"),
    pick("b", { risk: "high" }),
    pick("c", { risk: "irreversible" }),
    pick("d", { risk: "high" }),
    pick("e", { risk: "unread" }),
  ];
  expect(approvable(picked).map(({ id }) => id)).toEqual(["a"]);
  expect(leftOutWords(picked)).toBe(
    "2 of high value, 1 that cannot be taken back and 1 with args too long for a row: approved one by one, never together.",
  );
  expect(leftOutWords([pick("a")])).toBeNull();
});

test("tools are counted, the most first", () => {
  expect(byTitle([pick("a", { title: "A" }), pick("b", { title: "B" }), pick("c", { title: "B" })])).toEqual([
    { title: "B", count: 2 },
    { title: "A", count: 1 },
  ]);
});

test("each has a result of its own: decided, waiting for others, or who was first", () => {
  const held = { state: "held" } as IntentDto;
  const denied = { state: "denied" } as IntentDto;
  expect(resultOf("approve", pick("a"), { intent: { state: "cleared" } as IntentDto, problem: null }).outcome).toBe(
    "decided",
  );
  expect(resultOf("approve", pick("a"), { intent: held, problem: null }).outcome).toBe("waits_for_others");
  const lost = problem(409, "wrong_state", "Maria denied it at 2026-01-01T10:00:00.000Z.");
  expect(resultOf("approve", pick("a"), { intent: denied, problem: lost })).toMatchObject({
    outcome: "not_decided",
    words: expect.stringMatching(/^It was decided before you: it is denied now. Maria denied it at /),
  });
  expect(resultOf("approve", pick("a"), { intent: held, problem: problem(412, "hold_changed") }).words).toMatch(
    /drift/,
  );
});

test("the sum of it all is exact", () => {
  const results = (["decided", "decided", "not_decided", "not_known", "not_sent", "waits_for_others"] as const).map(
    (outcome, index): Result => ({ picked: pick(String(index)), outcome, words: "" }),
  );
  expect(resultsWords("approve", results)).toBe(
    "2 intents approved, 1 approved by you and waiting for more people, 1 not approved, 1 not known and 1 not sent.",
  );
  expect(resultsWords("deny", results.slice(0, 1))).toBe("1 intent denied.");
});

test("where none was decided, that is what is said", () => {
  const results = ["a", "b"].map((id): Result => ({ picked: pick(id), outcome: "not_decided", words: "" }));
  expect(resultsWords("approve", results)).toBe("None of the 2 was approved.");
  expect(resultsWords("deny", results.slice(1))).toBe("It was not denied.");
  const unknown = results.map((one): Result => ({ ...one, outcome: "not_known" }));
  expect(resultsWords("approve", [...results, ...unknown])).toBe("2 intents not approved and 2 not known.");
});

test.each([
  [[pick("a"), pick("b")], "All of them run at once."],
  [[pick("a", { undoMs: 20_000 })], "It runs in 20 seconds; until then you can take it back."],
  [
    [pick("a", { undoMs: 20_000 }), pick("b", { undoMs: 20_000 })],
    "All of them run in 20 seconds; until then you can take them back.",
  ],
  [
    [pick("a", { undoMs: 20_000 }), pick("b", { undoMs: 30_000 }), pick("c")],
    "All of them run; 2 of them can be taken back for 20 seconds or longer, 1 not at all.",
  ],
  [[pick("a"), pick("b", { othersNeeded: 1 })], "1 runs at once. 1 needs more people after you before it runs."],
  [[pick("a", { othersNeeded: 1 }), pick("b", { othersNeeded: 2 })], "2 need more people after you before they run."],
])("what follows from a yes to many is said before it is given (%#)", (picked, words) => {
  expect(runWords(picked)).toBe(words);
});

test("a selection is told with its count and total", () => {
  expect(selectedWords([pick("a"), pick("b")])).toBe("2 selected, $160.00");
  expect(selectedWords([pick("a", { amount: null })])).toBe("1 selected");
  expect(selectedWords([])).toBe("Nothing selected");
});
