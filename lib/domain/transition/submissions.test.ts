/** Further submissions of a key: joined, replayed, reopened, drifted, or sent to the next generation. */
import { expect, test } from "vitest";
import { hasEnded, type Intent, isReopenable } from "../intent";
import { openingState } from "./submit";
import { everyStep, type Step } from "./testing/every";

type Submission = Extract<Step["event"], { type: "repeat" | "drift" }>;

/** The laws below are about intents that a submission can still join. */
function joined({ before, event }: Step): Submission | null {
  if (event.type !== "repeat" && event.type !== "drift") return null;
  return before.successorId === null && !isWindowOver(before, event.at) ? event : null;
}

function isWindowOver({ state, terms }: Intent, at: number): boolean {
  return hasEnded(state) && at >= state.endedAt + terms.windowMs;
}

test("an answer with an effect, a denial and a definitive failure are replayed unchanged until the window ends", () => {
  everyStep((step) => {
    const { before, result } = step;
    if (joined(step)?.type !== "repeat" || !hasEnded(before.state) || isReopenable(before.state)) return;
    expect(result).toEqual({ ok: true, next: before, disposition: "replayed", notes: [] });
  });
});

test("after the window, and only then, a submission must become the next generation for the window's sake", () => {
  everyStep(({ before, event, result }) => {
    if ((event.type !== "repeat" && event.type !== "drift") || before.successorId !== null) return;
    const sentOn = !result.ok && result.refusal.code === "next_generation" && result.refusal.why === "window_over";
    expect(sentOn).toBe(isWindowOver(before, event.at));
  });
});

test("an open intent is joined by a repeat without any change; one in doubt is replayed", () => {
  everyStep((step) => {
    const { before, result } = step;
    if (joined(step)?.type !== "repeat" || hasEnded(before.state)) return;
    const disposition = before.state.kind === "in_doubt" ? "replayed" : "coalesced";
    expect(result).toEqual({ ok: true, next: before, disposition, notes: [] });
  });
});

test("L6: a transient failure, a refusal by policy, an expiry and a withdrawal are reopened by the next submission", () => {
  everyStep((step) => {
    const { before, result } = step;
    const event = joined(step);
    const reopened = result.ok && result.disposition === "reopened";
    if (event === null) return expect(reopened).toBe(false);
    const { state } = before;
    const reopens =
      ["refused", "expired", "withdrawn"].includes(state.kind) || (state.kind === "failed" && state.transient);
    expect(reopened).toBe(reopens);
  });
});

test("reopening voids earlier decisions: the new submission's args and terms count, and only policy's new word", () => {
  everyStep((step) => {
    const { before, result, after } = step;
    const event = joined(step);
    if (event === null || after === null || !result.ok || result.disposition !== "reopened") return;
    expect(after).toMatchObject(event.proposal);
    expect(after.state).toEqual(openingState(event.verdict, event.proposal.argsDigest, event.at));
    expect(result.notes).toContainEqual({ kind: "approvals_voided" });
    expect(after.fence).toBe(before.fence);
    expect(after.attempts).toMatchObject({ countedCount: 0, firstStartedAt: before.attempts.firstStartedAt });
  });
});

test("an opening does what the verdict says: refused, held as asked, or due at once without an undo window", () => {
  everyStep(({ event }) => {
    if (event.type !== "repeat") return;
    const { verdict, at } = event;
    const state = openingState(verdict, "digest_x", at);
    if (verdict.kind === "refuse") expect(state).toMatchObject({ kind: "refused", rule: verdict.rule, endedAt: at });
    if (verdict.kind === "hold") expect(state).toEqual({ kind: "held", hold: verdict.hold });
    if (verdict.kind !== "clear") return;
    expect(state).toMatchObject({ kind: "cleared", argsDigest: "digest_x", dueAt: at, undoUntil: null, lifted: null });
  });
});

test("drift: the old no was said to other args and sends a drifted submission to the next generation", () => {
  everyStep((step) => {
    const { before, result } = step;
    if (joined(step)?.type !== "drift") return;
    const { state } = before;
    const saidNo = state.kind === "denied" || (state.kind === "failed" && !state.transient);
    const sentOn = !result.ok && result.refusal.code === "next_generation" && result.refusal.why === "drift";
    expect(sentOn).toBe(saidNo);
  });
});

test("drift: only a fingerprint new to the intent voids approvals or takes a clearance back", () => {
  everyStep((step) => {
    const { before, result, after } = step;
    const event = joined(step);
    if (event?.type !== "drift" || event.novel || isReopenable(before.state) || !result.ok) return;
    expect(after).toBe(before);
    expect(result.disposition).toBe("drifted");
    expect(result.notes).not.toContainEqual({ kind: "approvals_voided" });
  });
});

test("drift: a new fingerprint holds what is held or cleared, voids its approvals and never weakens the hold", () => {
  everyStep((step) => {
    const { before, result, after } = step;
    const event = joined(step);
    if (event?.type !== "drift" || !event.novel) return;
    const { state } = before;
    if (state.kind !== "held" && (state.kind !== "cleared" || before.attempts.mayHaveActed)) return;
    if (after?.state.kind !== "held") return expect(after?.state.kind).toBe("held");
    const { hold } = after.state;
    expect(hold.approvals).toEqual([]);
    expect(result).toMatchObject({ disposition: "drifted", notes: [{ kind: "approvals_voided" }] });
    const earlier = state.kind === "held" ? state.hold : state.lifted;
    for (const asked of earlier === null ? [event.hold] : [earlier, event.hold]) {
      expect(hold.reasons).toEqual(expect.arrayContaining(asked.reasons));
      expect(hold.approvalsNeeded).toBeGreaterThanOrEqual(asked.approvalsNeeded);
      if (asked.role === "admin") expect(hold.role).toBe("admin");
    }
    expect(after.argsDigest).toBe(before.argsDigest);
  });
});

test("drift: once it runs, may have run or has run, the intent is untouched and a finding is raised", () => {
  everyStep((step) => {
    const { before, result } = step;
    if (joined(step)?.type !== "drift") return;
    const { kind } = before.state;
    const ran = ["executing", "in_doubt", "succeeded", "partial"].includes(kind);
    if (!ran && !(kind === "cleared" && before.attempts.mayHaveActed)) {
      return expect(result.ok && result.notes.some((note) => note.kind === "drift_finding")).toBe(false);
    }
    expect(result).toEqual({ ok: true, next: before, disposition: "drifted", notes: [{ kind: "drift_finding" }] });
  });
});

test("only an ended intent gets a successor, only one, and for the window's sake only after the window", () => {
  everyStep(({ before, event, result, after }) => {
    if (event.type !== "supersede") return;
    if (!hasEnded(before.state)) return expect(result).toMatchObject({ refusal: { code: "wrong_state" } });
    if (before.successorId !== null) return expect(result).toMatchObject({ refusal: { code: "superseded" } });
    if (event.why === "window_over") expect(result.ok).toBe(isWindowOver(before, event.at));
    if (event.why === "bypass") expect(result.ok).toBe(true);
    if (after !== null) expect(after).toEqual({ ...before, successorId: event.successorId });
  });
});

test("a superseded intent takes no more submissions and names its successor", () => {
  everyStep(({ before, event, result }) => {
    if (before.successorId === null || (event.type !== "repeat" && event.type !== "drift")) return;
    expect(result).toEqual({ ok: false, refusal: { code: "superseded", successorId: before.successorId } });
  });
});

test("drift opens a next generation only after a no: what has an effect keeps its generation", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "supersede" || event.why !== "drift" || after === null) return;
    expect(["denied", "failed"]).toContain(before.state.kind);
  });
});
