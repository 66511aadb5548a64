/** L5 once more: what lifts a doubt, who may say so, and when the downstream is asked again. */
import { expect, test } from "vitest";
import type { EventOf } from "../event";
import type { Claimed, Intent, StateOf } from "../intent";
import { everyStep, everyWalk, type Step } from "./testing/every";

const MINUTE_MS = 60_000;

type Asked = { before: Intent; state: StateOf<"in_doubt">; event: EventOf<"probe">; after: Intent | null; step: Step };
type Said = { before: Intent; state: StateOf<"in_doubt">; event: EventOf<"resolve">; after: Intent | null; step: Step };

function everyProbe(check: (asked: Asked) => void): void {
  everyStep((step) => {
    const { before, event, after } = step;
    if (event.type !== "probe" || before.state.kind !== "in_doubt" || before.terms.probe === null) return;
    check({ before, state: before.state, event, after, step });
  });
}

function everyStatement(check: (said: Said) => void): void {
  everyStep((step) => {
    const { before, event, after } = step;
    if (event.type !== "resolve" || before.state.kind !== "in_doubt") return;
    check({ before, state: before.state, event, after, step });
  });
}

/** Written anew here, so that a mistake in the product's own rule cannot hide in the test. */
function absentAfterAt({ terms, attempts }: Intent): number {
  const absentAfterMs = terms.probe?.absentAfterMs ?? Math.max(2 * MINUTE_MS, terms.timeoutMs);
  return (attempts.lastEndedAt ?? Number.POSITIVE_INFINITY) + absentAfterMs;
}

/** Would send it again while the request before may still land. */
function isEarly({ before, event }: Said): boolean {
  return event.outcome === "not_executed" && event.then === "retry" && event.at < absentAfterAt(before);
}

function words(said: Claimed): string {
  return said.outcome === "executed" ? `executed ${said.effectId}` : `not executed, ${said.then}`;
}

/** Who else says the same, and is still believed. */
function others({ state, event }: Said): string[] {
  const same = state.statements.filter((one) => !one.voided && words(one) === words(event));
  return same.map(({ operatorId }) => operatorId);
}

function notesOf({ result }: Step): string[] {
  return result.ok ? result.notes.map(({ kind }) => kind) : [];
}

const mayResolve = ({ before, event }: Said) =>
  event.role === "admin" || (event.role === "approver" && before.terms.resolution.role === "approver");

test("L5: absence is believed only if it was asked for once `absentAfter` had passed since the last attempt ended", () => {
  everyProbe(({ before, event, after }) => {
    if (event.result.kind !== "absent") return;
    const proven = event.askedAt >= absentAfterAt(before);
    expect(after?.attempts.mayHaveActed).toBe(!proven);
    if (!proven) expect(after?.state.kind).toBe("in_doubt");
  });
});

test("L5: proven absence tries again while retries are left, then it is a failure that the next submission reopens", () => {
  everyProbe(({ before, event, after }) => {
    if (event.result.kind !== "absent" || event.askedAt < absentAfterAt(before)) return;
    const retriesLeft = before.attempts.countedCount <= before.terms.retries.max;
    if (retriesLeft) expect(after?.state).toMatchObject({ kind: "cleared", dueAt: event.at });
    else expect(after?.state).toMatchObject({ kind: "failed", transient: true });
  });
});

/** States from which an approval, the clock or the next submission may send it. */
const MAY_BE_SENT = ["cleared", "held", "refused", "expired", "withdrawn"];

test("L5: presence is believed at any time and ends the doubt, or what else would send the same args again", () => {
  everyStep(({ before, event, result }) => {
    if (event.type !== "probe" || event.result.kind !== "present") return;
    const { state, successorId, argsDigest } = before;
    const isTransient = state.kind === "failed" && state.transient;
    const maySend = (MAY_BE_SENT.includes(state.kind) || isTransient) && successorId === null;
    const isNews = state.kind === "in_doubt" || (maySend && event.askedArgsDigest === argsDigest);
    expect(result.ok).toBe(isNews);
    if (isNews)
      expect(result).toMatchObject({ next: { state: { kind: "succeeded", effectId: "eff_1", endedAt: event.at } } });
  });
});

test("a probe that proves nothing changes nothing but when to ask again and what was answered", () => {
  everyProbe(({ before, state, event, after }) => {
    if (after?.state.kind !== "in_doubt") return;
    expect(after).toEqual({
      ...before,
      state: { ...state, nextProbeAt: after.state.nextProbeAt, probing: after.state.probing },
    });
    expect(after.state.probing).toMatchObject({ said: event.result.kind, at: event.at });
    expect(after.state.probing?.askedCount).toBe((state.probing?.askedCount ?? 0) + 1);
  });
});

test("the n-th question that proved nothing is followed after 30 s doubled n - 1 times, at most half an hour", () => {
  everyProbe(({ before, event, after }) => {
    if (after?.state.kind !== "in_doubt" || event.askedAt < absentAfterAt(before)) return;
    const asked = after.state.probing?.askedCount ?? 0;
    const waitMs = [0.5, 1, 2, 4, 8, 16, 30][Math.min(asked, 7) - 1] ?? 0;
    expect(after.state.nextProbeAt).toBe(event.at + waitMs * MINUTE_MS);
  });
});

test("what was asked early is asked again when absence can be proved, or when it is time to look for presence", () => {
  everyProbe(({ before, event, after }) => {
    if (after?.state.kind !== "in_doubt" || event.askedAt >= absentAfterAt(before)) return;
    const { nextProbeAt } = after.state;
    expect(nextProbeAt).toBeGreaterThanOrEqual(event.at);
    expect(nextProbeAt).toBeLessThanOrEqual(Math.max(absentAfterAt(before), event.at));
    expect(nextProbeAt).toBeLessThanOrEqual(event.at + 30 * MINUTE_MS);
    const asked = after.state.probing?.askedCount ?? 0;
    if (nextProbeAt !== Math.max(absentAfterAt(before), event.at)) {
      expect(nextProbeAt).toBe(event.at + Math.min(30, 0.5 * 2 ** (asked - 1)) * MINUTE_MS);
    }
  });
});

test("an answer that equals the last one is counted and needs no record; any other is on record", () => {
  everyProbe(({ state, event, after, step }) => {
    if (after?.state.kind !== "in_doubt") return expect(notesOf(step)).toEqual([]);
    const why = event.result.kind === "unknown" ? (event.result.why ?? null) : null;
    const isSame = state.probing?.said === event.result.kind && state.probing.why === why;
    expect(notesOf(step)).toEqual(isSame ? ["same_answer"] : []);
    expect(after.state.probing?.sameCount).toBe(isSame ? (state.probing?.sameCount ?? 0) + 1 : 1);
  });
});

test("only somebody with the contract's role resolves, and nobody counts twice", () => {
  everyStatement((said) => {
    const twice = others(said).includes(said.event.operatorId);
    const tooEarly = isEarly(said) && said.event.confirmEarly !== true;
    expect(said.step.result.ok).toBe(mayResolve(said) && !twice && !tooEarly);
    if (said.step.result.ok) return;
    const code = !mayResolve(said) ? "role_required" : twice ? "already_stated" : "too_early";
    expect(said.step.result.refusal.code).toBe(code);
  });
});

test("L1: nobody sends it again while the request may still land, but who insists, and that is on record", () => {
  everyStatement((said) => {
    const { before, event, after, step } = said;
    if (after === null) {
      if (step.result.ok || step.result.refusal.code !== "too_early") return;
      return expect(step.result.refusal.notBefore).toBe(absentAfterAt(before));
    }
    expect(notesOf(step).includes("confirmed_early")).toBe(isEarly(said));
    if (isEarly(said)) expect(event.confirmEarly).toBe(true);
    if (after.state.kind !== "in_doubt") return;
    expect(after.state.statements.at(-1)?.insisted).toBe(isEarly(said) ? true : undefined);
  });
});

test("the doubt ends exactly when as many people as the contract asks for say the same", () => {
  everyStatement((said) => {
    if (said.after === null) return;
    const people = new Set([...others(said), said.event.operatorId]).size;
    expect(said.after.state.kind !== "in_doubt").toBe(people >= said.before.terms.resolution.approvals);
  });
});

test("a person's word that is not enough yet is kept, and whoever said otherwise counts no more", () => {
  everyStatement((said) => {
    const { state, event, after, step } = said;
    if (after === null) return;
    const contradicts = state.statements.some((one) => !one.voided && words(one) !== words(event));
    expect(notesOf(step).includes("statements_voided")).toBe(contradicts);
    if (after.state.kind !== "in_doubt") return;
    const standing = after.state.statements.filter((one) => !one.voided);
    expect(standing.map(({ operatorId }) => operatorId)).toEqual([...others(said), event.operatorId]);
    expect(new Set(standing.map(words))).toEqual(new Set([words(event)]));
    expect(after.state.statements).toHaveLength(state.statements.length + 1);
    expect(after.attempts).toEqual(said.before.attempts);
  });
});

test("L5: people's word ends the doubt exactly as it was given", () => {
  everyStatement(({ state, event, after }) => {
    if (after === null || after.state.kind === "in_doubt") return;
    if (event.outcome === "executed") {
      expect(after.state).toMatchObject({ kind: "succeeded", effectId: event.effectId });
    } else if (event.then === "fail") {
      expect(after.state).toMatchObject({ kind: "failed", transient: false });
      expect(after.attempts.mayHaveActed).toBe(false);
    } else {
      const { argsDigest, clearedBy } = state;
      expect(after.state).toMatchObject({ kind: "cleared", dueAt: event.at, argsDigest, clearedBy });
      expect(after.attempts).toMatchObject({ mayHaveActed: false, countedCount: 0 });
    }
  });
});

test("L5: the doubt is lifted only by a late absence or by people who vouch for it", () => {
  everyStep(({ before, event, after }) => {
    if (after === null || !before.attempts.mayHaveActed || after.attempts.mayHaveActed) return;
    const person = event.type === "resolve" && event.outcome === "not_executed" && event.role !== "viewer";
    const probe = event.type === "probe" && event.result.kind === "absent" && event.askedAt >= absentAfterAt(before);
    expect(person || probe).toBe(true);
  });
});

test("L5: a doubt is probed at once where the contract declares a probe, and never where it does not", () => {
  everyStep(({ before, event, after }) => {
    if (after?.state.kind !== "in_doubt" || before.state.kind === "in_doubt") return;
    expect(after.state.nextProbeAt).toBe(before.terms.probe === null ? null : event.at);
    expect(after.state).toMatchObject({ since: event.at, probing: null, statements: [] });
  });
});

test("the hold that people lifted comes through execution and doubt as it was", () => {
  everyStep(({ before, after }) => {
    if (after === null || !("lifted" in before.state) || !("lifted" in after.state)) return;
    expect(after.state.lifted).toEqual(before.state.lifted);
  });
  everyWalk(() => ({ before, after }) => {
    if (before.state.kind !== "in_doubt" || after?.state.kind !== "cleared") return;
    expect(after.state.lifted).toEqual(before.state.lifted);
  });
});
