import { describe, expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import { decidedWords, isChangedSince, undecidedWords } from "./decision-words";

const HELD: IntentDto = {
  id: "int_1",
  tool: "refund_payment",
  title: "Refund a payment",
  contractVersion: 1,
  state: "held",
  hold: {
    reasons: ["approval"],
    rule: null,
    role: "approver",
    approvalsNeeded: 2,
    approvalsGiven: 1,
    expiresAt: "2026-01-01T00:00:00Z",
  },
  args: {},
  argsDigest: "d",
  result: null,
  effectId: null,
  error: null,
  agent: { id: "agt_1", name: "a" },
  run: null,
  step: null,
  session: null,
  reason: null,
  submissionCount: 1,
  generation: 1,
  createdAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  links: {},
};

function refusal(status: number, code: string): ProblemError {
  const words = { title: "Refused", detail: "It was refused.", correctiveAction: "Look again." };
  return new ProblemError({ type: "about:blank", status, code, retriable: false, ...words });
}

describe("a decision that was taken", () => {
  test("one approval of two is recorded, and is not told as a go-ahead", () => {
    expect(decidedWords("approve", HELD)).toEqual({
      tone: "info",
      title: "Your approval is recorded",
      body: "It runs when one more person approves it too.",
    });
  });

  test("the last approval says that it runs", () => {
    expect(decidedWords("approve", { ...HELD, state: "cleared", hold: undefined }).title).toBe(
      "You approved this intent",
    );
  });
});

describe("a decision that was not taken", () => {
  test("args that changed under the operator are told as such (L10)", () => {
    const notice = undecidedWords("approve", refusal(412, "args_changed"), HELD);
    expect(notice.title).toBe("You did not approve this intent");
    expect(notice.body).toMatch(/changed since this page showed it/);
  });

  test("what nobody decided in time leaves nothing to look at again", () => {
    const error = new ProblemError({ ...refusal(409, "wrong_state").problem, detail: undefined });
    const { body } = undecidedWords("approve", error, { ...HELD, state: "expired" });
    expect(body).toBe("Its time was over before your decision arrived: nothing ran. The agent may submit it again.");
    expect(undecidedWords("deny", error, { ...HELD, state: "withdrawn" }).body).toMatch(/The agent took it back/);
    expect(undecidedWords("deny", error, undefined).body).toBe("Refused There is nothing left to decide.");
  });

  test("a lost race says what the intent is now", () => {
    const error = new ProblemError({ ...refusal(409, "wrong_state").problem, detail: undefined });
    const notice = undecidedWords("deny", error, { ...HELD, state: "succeeded" });
    expect(notice.body).toBe("It was decided before you: it is succeeded now. The effect happened, once.");
  });

  test("a lost race says who decided what and when, in the reader's own time", () => {
    const error = new ProblemError({
      ...refusal(409, "wrong_state").problem,
      detail: "Maria denied it at 2026-01-01T10:00:00.000Z. The reason: not 2026-01-01T10:00:00Z",
    });
    const { body } = undecidedWords("approve", error, { ...HELD, state: "denied" });
    expect(body).toMatch(/^It was decided before you: it is denied now\. Maria denied it at .*2026/);
    expect(body).not.toMatch(/at 2026-01-01T/);
    expect(body).toMatch(/The reason: not 2026-01-01T10:00:00Z$/);
    expect(undecidedWords("approve", error, undefined).body).toMatch(/^It was decided before you: Maria denied it at/);
  });

  test("a drift that came meanwhile is told as such (L10)", () => {
    expect(undecidedWords("approve", refusal(412, "hold_changed"), HELD).body).toMatch(/a drift came/);
    expect(isChangedSince(refusal(412, "hold_changed"))).toBe(true);
    expect(isChangedSince(refusal(409, "wrong_state"))).toBe(false);
  });

  test("no answer is never told as a refusal", () => {
    expect(undecidedWords("approve", refusal(0, "unreachable"), HELD).title).toMatch(/not known/);
  });

  test("only a 4xx is told as a refusal: behind any other answer it may have been done", () => {
    for (const status of [200, 399, 500, 503]) {
      const notice = undecidedWords("approve", refusal(status, "unexpected_answer"), HELD);
      expect(notice).toMatchObject({ tone: "bad", title: "It is not known whether your decision arrived" });
    }
    for (const status of [400, 499]) {
      expect(undecidedWords("approve", refusal(status, "forbidden"), HELD).tone).toBe("warn");
    }
  });

  test("any other refusal is told in the server's own words", () => {
    expect(undecidedWords("approve", refusal(403, "forbidden"), HELD).body).toBe("It was refused. Look again.");
  });
});
