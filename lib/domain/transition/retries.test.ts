/** L6 and the retry budget: what failed without reaching the downstream is tried again, but not for ever. */
import { expect, test } from "vitest";
import type { EventOf } from "../event";
import { OTHER_HOLD_MS } from "../intent";
import { everyStep, everyWalk } from "./testing/every";
import { transition } from "./transition";

test("L6: a refused connection alone is retried while retries are left, then it is a transient failure", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "settle" || event.outcome.class !== "not_sent" || after === null) return;
    if (before.attempts.mayHaveActed) return;
    const retriesLeft = before.attempts.countedCount + 1 <= before.terms.retries.max;
    if (retriesLeft) expect(after.state.kind).toBe("cleared");
    else expect(after.state).toMatchObject({ kind: "failed", transient: true, endedAt: event.at });
  });
});

test("L6: a definitive refusal by the downstream is kept as it came", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "settle" || event.outcome.class !== "definitive" || after === null) return;
    const { failure } = event.outcome;
    if (before.attempts.mayHaveActed) expect(after.state).toMatchObject({ kind: "in_doubt", failure });
    else expect(after.state).toEqual({ kind: "failed", transient: false, failure, endedAt: event.at });
  });
});

test("L6: success and partial success carry what the downstream answered, whatever happened before", () => {
  everyStep(({ event, after }) => {
    if (event.type !== "settle" || after === null) return;
    const { outcome } = event;
    if (outcome.class !== "success" && outcome.class !== "partial") return;
    const kind = outcome.class === "success" ? "succeeded" : "partial";
    expect(after.state).toMatchObject({ kind, effectId: "eff_1", result: outcome.result, endedAt: event.at });
  });
});

test("L6: a wrong setting holds the intent without approvals, unless an earlier attempt may have acted", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "settle" || event.outcome.class !== "configuration" || after === null) return;
    const { counted } = event.outcome;
    expect(after.attempts.countedCount).toBe(before.attempts.countedCount + (counted ? 1 : 0));
    if (before.attempts.mayHaveActed) return expect(after.state.kind).toBe("in_doubt");
    if (after.state.kind !== "held") return expect(after.state.kind).toBe("held");
    const { hold } = after.state;
    expect(hold.reasons).toContain("configuration");
    expect(hold.approvals).toEqual([]);
    expect(hold.approvalsNeeded).toBeGreaterThanOrEqual(1);
    expect(hold.expiresAt).toBeGreaterThanOrEqual(event.at + OTHER_HOLD_MS);
  });
});

test.each([
  ["our own", "configuration", false, "INTERLOCK_SECRET_X is not set on the worker."],
  ["a 401", "downstream_401", true, "The downstream refused our credentials (401)."],
  ["a 403", "downstream_403", true, "The downstream refused our credentials (403)."],
  ["another's", "module_says", true, "the last attempt has its words."],
])("a wrong setting is named in our words alone: %s", (_, code, counted, detail) => {
  const words = counted ? "It said: order 77 of Ann" : detail;
  everyStep(({ before }) => {
    if (before.state.kind !== "executing" || before.attempts.mayHaveActed) return;
    const { attemptId, startedAt: at } = before.state;
    const outcome = { class: "configuration", failure: { code, message: words }, counted } as const;
    const event: EventOf<"settle"> = { type: "settle", at, attemptId, fence: before.fence, outcome, jitter: 0 };
    const decided = transition(before, event);
    const hold = decided.ok && decided.next.state.kind === "held" ? decided.next.state.hold : null;
    expect(hold?.detail).toContain(detail);
    expect(hold?.detail).not.toContain("Ann");
  });
});

test("a retry waits for what the downstream asked, else between half and all of the doubled, capped delay", () => {
  everyStep(({ before, event, after }) => {
    if ((event.type !== "settle" && event.type !== "lose_lease") || after?.state.kind !== "cleared") return;
    const delayMs = after.state.dueAt - event.at;
    const asked =
      event.type === "settle" && event.outcome.class === "not_sent" ? event.outcome.retryAfterMs : undefined;
    if (asked !== undefined) return expect(delayMs).toBe(asked);
    const { baseMs, capMs } = before.terms.retries;
    const full = Math.min(capMs, baseMs * 2 ** before.attempts.countedCount);
    expect(delayMs).toBeGreaterThanOrEqual(full / 2);
    expect(delayMs).toBeLessThanOrEqual(full);
    expect(after.state.undoUntil).toBeNull();
  });
});

test("`retries.max` retries follow the first attempt, and no more until somebody decides anew", () => {
  everyWalk(() => {
    let countedCount = 0;
    return ({ before, event, result, after }) => {
      if (after === null) return;
      const uncounted = event.type === "settle" && event.outcome.class === "configuration" && !event.outcome.counted;
      if (before.state.kind === "executing" && after.state.kind !== "executing" && !uncounted) countedCount += 1;
      const reopened = result.ok && result.disposition === "reopened";
      if (["approve", "resolve", "release"].includes(event.type) || reopened) countedCount = 0;
      if (after.state.kind === "executing") expect(countedCount).toBeLessThanOrEqual(after.terms.retries.max);
    };
  });
});

test("a person or a reopening gives a fresh retry budget; nothing else lowers the count", () => {
  everyStep(({ before, event, result, after }) => {
    if (after === null) return;
    const reopened = result.ok && result.disposition === "reopened";
    const retried = event.type === "resolve" && after.state.kind === "cleared";
    if (reopened || retried || event.type === "approve") expect(after.attempts.countedCount).toBe(0);
    else expect(after.attempts.countedCount).toBeGreaterThanOrEqual(before.attempts.countedCount);
  });
});
