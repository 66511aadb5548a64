/** What holds for every event: totality, frozen args, the fence, and that no event leads out of the invariants. */
import { expect, test } from "vitest";
import type { EventOf } from "../event";
import { hasEnded, type Intent, LEASE_MARGIN_MS, type StateKind } from "../intent";
import { everyStep, everyWalk } from "./testing/every";

/** States in which nothing may be left in the world. */
const QUIET: StateKind[] = ["refused", "held", "denied", "expired", "withdrawn"];

test("the machine is total: any event on any intent is answered, and nothing throws", () => {
  const answers = new Set<string>();
  everyStep(({ result }) => answers.add(typeof result.ok));
  everyWalk(
    () =>
      ({ result }) =>
        answers.add(typeof result.ok),
  );
  expect([...answers]).toEqual(["boolean"]);
});

test("frozen: an intent that may have acted cannot be withdrawn, undone, re-held or decided again", () => {
  everyStep(({ before, event, after }) => {
    const frozen = before.attempts.mayHaveActed || before.state.kind === "executing";
    if (!frozen || !["withdraw", "undo", "rehold", "approve", "deny", "expire"].includes(event.type)) return;
    expect(after).toBeNull();
  });
});

test("frozen: no event changes the args of an intent that may have acted", () => {
  everyStep(({ before, after }) => {
    if (after === null || !(before.attempts.mayHaveActed || before.state.kind === "executing")) return;
    const { submissionId, fingerprint, argsDigest, terms } = before;
    expect(after).toMatchObject({ submissionId, fingerprint, argsDigest, terms });
  });
});

test("not frozen: held and cleared intents can be withdrawn, cleared ones re-held, always without approvals", () => {
  everyStep(({ before, event, after }) => {
    if (before.attempts.mayHaveActed) return;
    const { kind } = before.state;
    if (event.type === "withdraw" && (kind === "held" || kind === "cleared")) {
      expect(after?.state).toEqual({ kind: "withdrawn", reason: event.reason, endedAt: event.at });
    }
    if (event.type !== "rehold" || kind !== "cleared") return;
    expect(after?.state.kind).toBe("held");
    if (after?.state.kind === "held") expect(after.state.hold.approvals).toEqual([]);
  });
});

test("L4: the fence grows by one with each attempt that starts and by nothing else", () => {
  everyStep(({ before, event, after }) => {
    if (after === null) return;
    const starts = event.type === "claim" && after.state.kind === "executing";
    expect(after.fence).toBe(before.fence + (starts ? 1 : 0));
  });
});

test("L4: an attempt is on record, with its lease, before anything can be sent", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "claim" || after?.state.kind !== "executing") return;
    const { attemptId, at } = event;
    const leaseUntil = at + before.terms.timeoutMs + LEASE_MARGIN_MS;
    expect(after.state).toMatchObject({ attemptId, startedAt: at, leaseUntil, argsDigest: before.argsDigest });
  });
});

/** An effect by name, of an attempt on record that ran what is in doubt or may run again. */
function isNews({ argsDigest, state, successorId }: Intent, { outcome, ranArgsDigest }: EventOf<"settle">): boolean {
  const isOpen =
    ["in_doubt", "cleared", "held"].includes(state.kind) ||
    (["refused", "expired", "withdrawn"].includes(state.kind) && successorId === null) ||
    (state.kind === "failed" && state.transient && successorId === null);
  const hasEffect = outcome.class === "success" || outcome.class === "partial";
  return isOpen && hasEffect && outcome.effectId !== null && ranArgsDigest === argsDigest;
}

test("E2: a settle of another attempt brings news or is refused, in every state, though it names the right fence", () => {
  everyStep(({ before, event, result }) => {
    if (event.type !== "settle" || event.attemptId !== "att_other") return;
    expect(result.ok).toBe(isNews(before, event));
  });
});

test("E5: a late effect with its id ends a doubt and whatever may run again, as it says, and changes nothing else", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "settle" || !isNews(before, event)) return;
    const kind = event.outcome.class === "partial" ? "partial" : "succeeded";
    expect(after).toMatchObject({ state: { kind, effectId: "eff_1", endedAt: event.at } });
    expect({ ...after, state: null }).toEqual({ ...before, state: null });
  });
});

test("a worker that lost its lease settles nothing else: a settle with another fence is refused in every state", () => {
  everyStep(({ before, event, result }) => {
    if (event.type !== "settle" || event.fence === before.fence || isNews(before, event)) return;
    expect(result).toEqual({ ok: false, refusal: { code: "fence_lost", fence: before.fence } });
  });
});

test("only its own worker, a lost lease or a restored store ends an attempt, and a lease is not lost before its time", () => {
  everyStep(({ before, event, after, result }) => {
    if (before.state.kind !== "executing") return;
    if (event.type === "lose_lease") return expect(result.ok).toBe(event.at >= before.state.leaseUntil);
    if (event.type === "store_restored") return;
    if (after !== null && after.state.kind !== "executing") expect(event.type).toBe("settle");
  });
});

test("what has ended stays as it ended, unless a submission reopens it, or an effect is told late", () => {
  everyStep(({ before, event, result, after }) => {
    if (!hasEnded(before.state) || after === null || !result.ok) return;
    if (event.type === "settle" && isNews(before, event)) return;
    if (event.type === "probe" && event.result.kind === "present") return; // L5 (`doubt.test`)
    if (result.disposition !== "reopened") expect(after.state).toBe(before.state);
  });
});

test("an intent ends at the instant of the event that ended it: there its window starts", () => {
  everyStep(({ before, event, after }) => {
    if (after === null || !hasEnded(after.state) || after.state === before.state) return;
    expect(after.state.endedAt).toBe(event.at);
  });
});

test("the end of an attempt is remembered, or until when what it started may act; nothing else moves it but a reopening", () => {
  everyStep(({ before, event, result, after }) => {
    if (after === null || !result.ok || result.disposition === "reopened") return;
    if (event.type === "store_restored") return; // a lost attempt may end later than any that is known (R2)
    const ended = before.state.kind === "executing" && after.state.kind !== "executing";
    const earlier = before.attempts.lastEndedAt;
    if (!ended) return expect(after.attempts.lastEndedAt).toBe(earlier);
    const stillActs = event.type === "settle" && event.outcome.class === "unknown" && event.outcome.stillActs === true;
    expect(after.attempts.lastEndedAt).toBe(Math.max(earlier ?? 0, event.at + (stillActs ? 30_000 : 0)));
  });
});

test("only a person's click can be undone, and what an operator lifted stays known until it has run", () => {
  everyStep(({ before, event, after }) => {
    if (after?.state.kind !== "cleared" || after.state === before.state) return;
    if (event.type !== "approve") return expect(after.state.undoUntil).toBeNull();
    expect(after.state.lifted?.reasons).toEqual(before.state.kind === "held" ? before.state.hold.reasons : null);
  });
});

test("no walk leads to a state that contradicts itself", () => {
  everyWalk(() => ({ after }) => {
    const found = after === null ? [] : contradictions(after);
    if (found.length > 0) expect(found).toEqual([]);
  });
});

test("L5: an intent that has failed cannot have acted: whoever ended it has vouched for that", () => {
  everyWalk(() => ({ after }) => {
    if (after?.state.kind === "failed") expect(after.attempts.mayHaveActed).toBe(false);
  });
});

test("what has ended refuses everybody alike, whatever its attempts were like", () => {
  everyWalk(() => ({ before, event, result }) => {
    if (!hasEnded(before.state) || !["withdraw", "undo", "rehold"].includes(event.type)) return;
    expect(result).toMatchObject({ ok: false, refusal: { code: "wrong_state" } });
  });
});

function isOpen(kind: StateKind): boolean {
  return kind === "cleared" || kind === "executing";
}

function contradictions(intent: Intent): string[] {
  const { state, attempts } = intent;
  const { mayHaveActed, firstStartedAt, lastEndedAt } = attempts;
  const rules: [boolean, string][] = [
    [mayHaveActed && lastEndedAt === null, "may have acted, yet no attempt has ended"],
    // Only a doubt may lack it: the attempt that a restored store forgot (R1). It is never claimed again like that.
    [mayHaveActed && firstStartedAt === null && isOpen(state.kind), "may have acted, yet no attempt is known"],
    [mayHaveActed && QUIET.includes(state.kind), "may have acted, yet it is as if nothing had been tried"],
    [!mayHaveActed && state.kind === "in_doubt", "in doubt about nothing"],
    [state.kind === "executing" && intent.fence === 0, "runs without a fence"],
    [intent.successorId !== null && !hasEnded(state), "has a successor while open"],
    ["argsDigest" in state && state.argsDigest !== intent.argsDigest, "decided args are not what would run"],
    [state.kind === "cleared" && state.undoUntil !== null && state.undoUntil !== state.dueAt, "due inside undo"],
  ];
  if (state.kind === "held") {
    const { approvals, approvalsNeeded } = state.hold;
    const people = new Set(approvals.map((approval) => approval.operatorId));
    rules.push([people.size < approvals.length, "one person counts twice"]);
    rules.push([approvals.length >= approvalsNeeded, "held with enough approvals"]);
    rules.push([approvals.some(({ argsDigest }) => argsDigest !== intent.argsDigest), "approvals for other args"]);
  }
  return rules.filter(([broken]) => broken).map(([, rule]) => rule);
}
