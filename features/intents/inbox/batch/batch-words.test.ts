import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { leftOutWords, type Result, resultOf, resultsWords, totalWords } from "./batch-words";
import { approvable, byTitle, type Picked } from "./picked";

const pick = (id: string, more: Partial<Picked> = {}): Picked => ({
  id,
  title: "Note a thing",
  argsDigest: "d",
  heldSince: undefined,
  amount: { value: "80", currency: "USD" },
  risk: "low",
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
  ];
  expect(approvable(picked).map(({ id }) => id)).toEqual(["a"]);
  expect(leftOutWords(picked)).toBe(
    "2 of high value and 1 that cannot be taken back: approved one by one, never together.",
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
