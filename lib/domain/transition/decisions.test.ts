/** L3 and L10: nothing runs that was not decided on, and a decision is about what was on the screen, in time. */
import { expect, test } from "vitest";
import type { EventOf } from "../event";
import type { Hold, Intent, Role } from "../intent";
import { everyStep, everyWalk } from "./testing/every";
import { HOLD, sample, T } from "./testing/samples";
import { transition } from "./transition";

const RANK: Role[] = ["viewer", "approver", "admin"];
const mayDecide = (role: Role, least: Role): boolean => RANK.indexOf(role) >= RANK.indexOf(least);

function holdOf(intent: Intent | null): Hold | null {
  return intent?.state.kind === "held" ? intent.state.hold : null;
}

function isUnseenLimit(hold: Hold, event: EventOf<"approve">): boolean {
  return event.overLimit !== undefined && !hold.reasons.includes("limit");
}

test("L3: a claim starts an attempt only for exactly the args that were decided on", () => {
  everyStep(({ before, event, after, result }) => {
    if (event.type !== "claim" || before.state.kind !== "cleared") return;
    if (before.state.argsDigest === before.argsDigest) return;
    expect(after).toBeNull();
    expect(result).toMatchObject({ refusal: { code: "args_changed", argsDigest: before.argsDigest } });
  });
});

test("L3: what runs has a decision on record: by policy, or by enough distinct people, for these very args", () => {
  everyWalk((opened) => {
    let byPolicy = opened.state.kind === "cleared" ? opened.argsDigest : null;
    let votes: { operatorId: string; argsDigest: string; hold: Hold }[] = [];
    return ({ before, event, result, after }) => {
      if (!result.ok || after === null) return;
      const voided = result.notes.some((note) => note.kind === "approvals_voided");
      if (voided || (before.state.kind === "executing" && after.state.kind === "held")) {
        votes = [];
        byPolicy = result.disposition === "reopened" && after.state.kind === "cleared" ? after.argsDigest : null;
      }
      if (event.type === "approve" && before.state.kind === "held" && !isUnseenLimit(before.state.hold, event)) {
        const hold = event.variant?.hold ?? before.state.hold;
        votes.push({ operatorId: event.operatorId, argsDigest: event.argsDigest, hold });
      }
      if (event.type !== "claim" || after.state.kind !== "executing") return;
      const forThese = votes.filter((vote) => vote.argsDigest === after.argsDigest);
      const people = new Set(forThese.map((vote) => vote.operatorId)).size;
      const needed = forThese.at(-1)?.hold.approvalsNeeded ?? Number.POSITIVE_INFINITY;
      expect(byPolicy === after.argsDigest || people >= needed).toBe(true);
    };
  });
});

test("L3: only an approval or the policy's own verdict clears an intent that was not cleared before", () => {
  everyStep(({ before, event, result, after }) => {
    if (after?.state.kind !== "cleared" || !result.ok) return;
    if (["cleared", "executing", "in_doubt"].includes(before.state.kind)) return;
    const verdict = event.type === "repeat" || event.type === "drift" ? event.verdict.kind : null;
    expect(event.type === "approve" || (result.disposition === "reopened" && verdict === "clear")).toBe(true);
  });
});

test("L10: a decision about args that are not what would run is refused", () => {
  everyStep(({ before, event, result }) => {
    if (before.state.kind !== "held" || (event.type !== "approve" && event.type !== "deny")) return;
    const onScreen = event.type === "approve" ? (event.variant?.proposal ?? before).argsDigest : before.argsDigest;
    if (event.argsDigest === undefined || event.argsDigest === onScreen) return;
    expect(result).toMatchObject({ ok: false, refusal: { code: "args_changed" } });
  });
});

test("L10: an approval that saw an earlier hold is refused, whatever args it names", () => {
  everyStep(({ before, event, result }) => {
    if (before.state.kind !== "held" || event.type !== "approve") return;
    if (event.heldSince === undefined || event.heldSince === before.state.hold.since) return;
    expect(result.ok).toBe(false);
    if (!result.ok) expect(["args_changed", "hold_changed"]).toContain(result.refusal.code);
  });
});

test("L10: an approval clears exactly the args it names, and a chosen variant brings its own args and terms", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "approve" || after === null) return;
    expect(after.argsDigest).toBe(event.argsDigest);
    if (after.state.kind === "cleared") expect(after.state.argsDigest).toBe(event.argsDigest);
    const chosen = event.variant?.proposal ?? before;
    const { submissionId, fingerprint, contractVersion, terms } = chosen;
    expect(after).toMatchObject({ submissionId, fingerprint, contractVersion, terms });
  });
});

test("what a hold tells beside its reasons stays when a variant is chosen and more approvals are needed", () => {
  const told = { detail: "INTERLOCK_SECRET_X is not set on the worker.", deniedBefore: ["int_0"] };
  const before = sample({ kind: "held", hold: { ...HOLD, ...told } });
  const { submissionId, fingerprint, contractVersion, terms } = before;
  const proposal = { submissionId, fingerprint, contractVersion, terms, argsDigest: "digest_b" };
  const variant = { proposal, hold: { ...HOLD, approvalsNeeded: 2 } };
  const by = { operatorId: "bea", role: "admin", decisionId: "dec_9" } as const;
  const decided = transition(before, { type: "approve", at: T, argsDigest: "digest_b", ...by, variant });
  expect(decided).toMatchObject({ ok: true, next: { state: { kind: "held", hold: { approvalsNeeded: 2, ...told } } } });
});

test("L10: approvals count only for the digest they name, and only by distinct people", () => {
  everyStep(({ before, event, after }) => {
    const held = holdOf(before);
    if (event.type !== "approve" || after === null || held === null || isUnseenLimit(held, event)) return;
    const asked = event.variant?.hold ?? held;
    const standing = held.approvals.filter((approval) => approval.argsDigest === event.argsDigest);
    const people = new Set([...standing.map((approval) => approval.operatorId), event.operatorId]);
    expect(people.size).toBe(standing.length + 1);
    expect(after.state.kind).toBe(people.size >= asked.approvalsNeeded ? "cleared" : "held");
    const approvals = holdOf(after)?.approvals ?? (after.state.kind === "cleared" ? after.state.lifted?.approvals : []);
    expect(new Set(approvals?.map((approval) => approval.operatorId))).toEqual(people);
    expect(approvals?.every((approval) => approval.argsDigest === event.argsDigest)).toBe(true);
    if (after.state.kind !== "cleared") return;
    expect(after.state.clearedBy).toEqual({
      kind: "operators",
      operatorIds: [...standing.map((approval) => approval.operatorId), event.operatorId],
      decisionId: event.decisionId,
    });
  });
});

test("L10: an approval that would exceed a limit nobody has seen yet clears nothing and asks again", () => {
  everyStep(({ before, event, after, result }) => {
    const held = holdOf(before);
    if (event.type !== "approve" || after === null || held === null || !isUnseenLimit(held, event)) return;
    expect(holdOf(after)).toMatchObject({ approvals: [], expiresAt: held.expiresAt });
    expect(holdOf(after)?.reasons).toEqual([...held.reasons, "limit"]);
    expect(result).toMatchObject({ notes: [{ kind: "approvals_voided" }] });
  });
});

test("a person who already approved these args is told so", () => {
  everyStep(({ before, event, result }) => {
    const hold = holdOf(before);
    if (event.type !== "approve" || hold === null) return;
    const again = hold.approvals.some((a) => a.operatorId === event.operatorId && a.argsDigest === event.argsDigest);
    if (again) expect(result.ok).toBe(false);
    else if (!result.ok) expect(result.refusal.code).not.toBe("already_approved");
  });
});

test("only a role that suffices approves, denies, undoes or resolves", () => {
  everyStep(({ before, event, after }) => {
    if (after === null) return;
    if (event.type === "approve") {
      const asked = event.variant?.hold ?? holdOf(before);
      expect(mayDecide(event.role, asked?.role ?? "admin")).toBe(true);
    }
    if (event.type === "deny" || event.type === "undo" || event.type === "resolve") {
      expect(mayDecide(event.role, "approver")).toBe(true);
    }
  });
});

test("a sufficient role, the right digest and an open hold are enough: nothing else keeps an operator from deciding", () => {
  everyStep(({ before, event, result }) => {
    const hold = holdOf(before);
    if (hold === null || (event.type !== "approve" && event.type !== "deny") || result.ok) return;
    const { code } = result.refusal;
    expect(["args_changed", "hold_changed", "hold_expired", "role_required", "already_approved"]).toContain(code);
    if (code === "hold_expired") expect(event.at).toBeGreaterThanOrEqual(hold.expiresAt);
    if (code === "role_required") expect(event.role === "admin").toBe(false);
  });
});

test("a hold is decided before it expires and expires from then on, whether or not a sweeper has come", () => {
  everyStep(({ before, event, after, result }) => {
    const hold = holdOf(before);
    if (hold === null) return;
    const over = event.at >= hold.expiresAt;
    if (event.type === "approve" || event.type === "deny") {
      if (after !== null) expect(over).toBe(false);
    } else if (event.type === "expire") {
      expect(result.ok).toBe(over);
      if (over) expect(after?.state).toEqual({ kind: "expired", endedAt: event.at });
    }
  });
});

test("an approval, also of a variant, never gives its hold more time, and begins it anew only where a limit shows (L10)", () => {
  everyStep(({ before, event, after }) => {
    const hold = holdOf(before);
    if (event.type !== "approve" || hold === null || after?.state.kind !== "held") return;
    const { since, expiresAt, escalatedAt } = after.state.hold;
    expect(hold).toMatchObject({ expiresAt, escalatedAt });
    expect(since).toBe(isUnseenLimit(hold, event) ? event.at : hold.since);
  });
});

test("an approval can be taken back until, and is not due before, the end of its undo window", () => {
  everyStep(({ before, event, after, result }) => {
    if (event.type === "approve" && after?.state.kind === "cleared") {
      const { undoMs } = after.terms;
      expect(after.state.dueAt).toBe(event.at + undoMs);
      expect(after.state.undoUntil).toBe(undoMs > 0 ? event.at + undoMs : null);
    }
    if (event.type === "claim" && before.state.kind === "cleared" && after !== null) {
      expect(event.at).toBeGreaterThanOrEqual(before.state.dueAt);
    }
    if (event.type !== "undo" || before.state.kind !== "cleared") return;
    const { undoUntil, lifted } = before.state;
    if (after === null) return expect(result.ok).toBe(false);
    expect(undoUntil !== null && event.at < undoUntil).toBe(true);
    const clock = { since: event.at, expiresAt: event.expiresAt, escalatedAt: null };
    expect(after.state).toEqual({ kind: "held", hold: { ...lifted, approvals: [], ...clock } });
  });
});

test("an undo inside its window, by a sufficient role, on an intent that is not frozen, succeeds", () => {
  everyStep(({ before, event, result }) => {
    if (event.type !== "undo" || before.state.kind !== "cleared" || before.attempts.mayHaveActed) return;
    const { undoUntil, lifted } = before.state;
    if (undoUntil === null || lifted === null || event.at >= undoUntil || event.role === "viewer") return;
    expect(result.ok).toBe(true);
  });
});

test("a denial ends the intent and names who said no and why", () => {
  everyStep(({ event, after }) => {
    if (event.type !== "deny" || after === null) return;
    const { operatorId, reason, at } = event;
    expect(after.state).toEqual({ kind: "denied", operatorId, reason, endedAt: at });
  });
});

test("an approval that was taken away is asked for again in full: no later hold is weaker than the lifted one", () => {
  everyStep(({ before, after }) => {
    if (before.state.kind !== "cleared" && before.state.kind !== "executing") return;
    const { lifted } = before.state;
    const hold = holdOf(after);
    if (lifted === null || hold === null) return;
    expect(hold.approvalsNeeded).toBeGreaterThanOrEqual(lifted.approvalsNeeded);
    expect(mayDecide(hold.role, lifted.role)).toBe(true);
  });
});
