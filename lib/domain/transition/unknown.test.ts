/** L5: unknown is not failed. Over states directly, then over walks where only a history can show the law. */
import { expect, test } from "vitest";
import type { EventOf } from "../event";
import { HONOUR_MARGIN_MS, type Intent } from "../intent";
import { everyStep, everyWalk, type Step } from "./testing/every";

/** Written anew here, so that a mistake in the product's own rule cannot hide in the test. */
function trustsKeyAt({ terms, attempts }: Intent, at: number): boolean {
  if (terms.honoursKeyMs === null || attempts.firstStartedAt === null) return false;
  return at + terms.timeoutMs + HONOUR_MARGIN_MS < attempts.firstStartedAt + terms.honoursKeyMs;
}

function endsUnknown(step: Step): boolean {
  if (step.before.state.kind !== "executing" || step.after === null) return false;
  return step.event.type === "lose_lease" || (step.event.type === "settle" && step.event.outcome.class === "unknown");
}

const isPerson = (event: Step["event"]): event is EventOf<"resolve"> => event.type === "resolve";

test("L5: an unknown outcome or a lost lease leads to a retry or to in doubt, and to nothing else", () => {
  everyStep((step) => {
    if (!endsUnknown(step)) return;
    expect(["cleared", "in_doubt"]).toContain(step.after?.state.kind);
    expect(step.after?.attempts.mayHaveActed).toBe(true);
  });
});

test("L5: a lost lease never leads back to cleared unless the downstream will still honour the key when it is due", () => {
  everyStep((step) => {
    if (!endsUnknown(step) || step.after?.state.kind !== "cleared") return;
    expect(trustsKeyAt(step.after, step.after.state.dueAt)).toBe(true);
  });
});

test("L5: after one unknown, only success, a probe or a person ends the intent", () => {
  everyStep(({ before, event, after }) => {
    if (!before.attempts.mayHaveActed || after === null) return;
    if (event.type === "settle" && ["success", "partial"].includes(event.outcome.class)) return;
    if (event.type === "probe" || isPerson(event)) return;
    expect(["cleared", "executing", "in_doubt"]).toContain(after.state.kind);
    expect(after.attempts.mayHaveActed).toBe(true);
  });
});

test("L5: a refused connection after an unknown is retried only while the key is honoured, else it is in doubt", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "settle" || event.outcome.class !== "not_sent" || after === null) return;
    if (!before.attempts.mayHaveActed) return;
    if (after.state.kind === "cleared") expect(trustsKeyAt(after, after.state.dueAt)).toBe(true);
    else expect(after.state.kind).toBe("in_doubt");
  });
});

test("L5: every further claim of an intent that may have acted re-checks the downstream's window", () => {
  everyStep(({ before, event, after, result }) => {
    if (event.type !== "claim" || after === null || !before.attempts.mayHaveActed) return;
    expect(after.state.kind).toBe(trustsKeyAt(before, event.at) ? "executing" : "in_doubt");
    const noted = result.ok && result.notes.some((note) => note.kind === "honour_window_closed");
    expect(noted).toBe(after.state.kind === "in_doubt");
  });
});

test("L5: an intent that cannot have acted is claimed whatever the downstream honours", () => {
  everyStep(({ before, event, after }) => {
    if (event.type !== "claim" || after === null || before.attempts.mayHaveActed) return;
    expect(after.state.kind).toBe("executing");
  });
});

test("L5: the downstream's window is counted from the first attempt that may have reached it", () => {
  everyWalk(() => {
    let firstStartedAt: number | null = null;
    return ({ before, event, after }) => {
      if (after === null) return;
      if (before.state.kind === "executing" && after.state.kind !== "executing") {
        const harmless = event.type === "settle" && ["not_sent", "configuration"].includes(event.outcome.class);
        if (!harmless) firstStartedAt ??= before.state.startedAt;
      }
      if (!after.attempts.mayHaveActed) firstStartedAt = null;
      if (firstStartedAt !== null) expect(after.attempts.firstStartedAt).toBeLessThanOrEqual(firstStartedAt);
    };
  });
});

test("L5: once an attempt may have reached the downstream, no later one moves the start of its window", () => {
  everyStep(({ before, after }) => {
    if (after === null || before.attempts.lastEndedAt === null || before.attempts.firstStartedAt === null) return;
    expect(after.attempts.firstStartedAt).toBe(before.attempts.firstStartedAt);
  });
});
