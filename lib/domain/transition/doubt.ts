/**
 * In doubt: a probe or people say what happened.
 *
 * P1  Presence counts at once, by a probe or not (a reconciliation needs no probe for it), and also when the doubt is over
 *     and the same args may be sent again, as a late settle does (`execute` E5); absence only when it was
 *     *asked for* after the last request could no longer land (`probe.absentAfter`), because "not there yet" is not "never will be" (L5).
 *     The same holds for a person who would have it sent again, unless that person insists, on record.
 * P2  A probe that proves nothing is asked again, less and less often, and in any case once when absence can be proved:
 *     a first question that was lost must not keep the intent in doubt for longer.
 * P3  People resolve when as many as the contract asks for say the same; who says otherwise voids what was said before.
 */
import { type EventOf, move, type Note, refuse, type Transition, wrongState } from "../event";
import {
  absentAfterMs,
  type Claimed,
  type Intent,
  mayRunAgain,
  PROBE_INTERVAL_MAX_MS,
  PROBE_INTERVAL_MS,
  type Probing,
  roleSuffices,
  STATEMENTS_KEPT_MAX,
  type Statement,
  type StateOf,
} from "../intent";

type InDoubt = StateOf<"in_doubt">;

export function probe(intent: Intent, event: EventOf<"probe">): Transition {
  const { state, terms, attempts } = intent;
  if (event.result.kind === "present" && isNews(intent, event)) {
    const { effectId, result } = event.result;
    return move(intent, { state: { kind: "succeeded", effectId, result, endedAt: event.at } });
  }
  if (state.kind !== "in_doubt" || terms.probe === null) return wrongState(intent);
  if (event.result.kind === "unknown" || event.askedAt < absenceProvableAt(intent, state))
    return askAgain(intent, state, event); // P1
  const proven: Intent = { ...intent, attempts: { ...attempts, mayHaveActed: false } };
  if (attempts.countedCount <= terms.retries.max) return move(proven, { state: clearedAgain(state, event.at) });
  return move(proven, { state: { kind: "failed", transient: true, failure: state.failure, endedAt: event.at } });
}

/** A person, or an answer, took it for undone meanwhile: it must not be sent again. */
function isNews(intent: Intent, { askedArgsDigest }: EventOf<"probe">): boolean {
  return intent.state.kind === "in_doubt" || (mayRunAgain(intent) && askedArgsDigest === intent.argsDigest);
}

function askAgain(intent: Intent, state: InDoubt, event: EventOf<"probe">): Transition {
  const before = state.probing;
  const said = event.result.kind === "absent" ? "absent" : "unknown";
  const why = event.result.kind === "unknown" ? (event.result.why ?? null) : null;
  const isSame = before !== null && before.said === said && before.why === why;
  const askedCount = (before?.askedCount ?? 0) + 1;
  const sameCount = isSame ? before.sameCount + 1 : 1;
  const probing: Probing = { said, why, at: event.at, askedAt: event.askedAt, askedCount, sameCount };
  const nextProbeAt = scheduledProbeAt(intent, { ...state, probing });
  return move(intent, { state: { ...state, probing, nextProbeAt } }, isSame ? [{ kind: "same_answer" }] : []);
}

/**
 * When the downstream is to be asked, as its last answer left it; null: it cannot be asked. `nextProbeAt` is later while
 * somebody has reserved the question.
 */
export function scheduledProbeAt(intent: Intent, state: InDoubt): number | null {
  const { probing } = state;
  if (intent.terms.probe === null) return null;
  if (probing === null) return state.since;
  const scheduledAt = probing.at + probeDelayMs(probing.askedCount); // P2
  const provableAt = absenceProvableAt(intent, state);
  if ((probing.askedAt ?? probing.at) >= provableAt) return scheduledAt;
  return Math.min(scheduledAt, Math.max(provableAt, probing.at));
}

/** From then on an absence is one for good. */
export function absenceProvableAt({ attempts, terms }: Intent, state: InDoubt): number {
  return (attempts.lastEndedAt ?? state.since) + absentAfterMs(terms) + (terms.clockAheadMs ?? 0);
}

function probeDelayMs(askedCount: number): number {
  return Math.min(PROBE_INTERVAL_MAX_MS, PROBE_INTERVAL_MS * 2 ** Math.min(askedCount - 1, 30));
}

export function resolve(intent: Intent, event: EventOf<"resolve">): Transition {
  const { state, terms } = intent;
  if (state.kind !== "in_doubt") return wrongState(intent);
  const { role, approvals } = terms.resolution;
  if (!roleSuffices(event.role, role)) return refuse({ code: "role_required", role });
  const standing = state.statements.filter(({ voided }) => !voided);
  const agreeing = standing.filter((earlier) => saysTheSame(earlier, event));
  if (agreeing.some(({ operatorId }) => operatorId === event.operatorId)) return refuse({ code: "already_stated" });
  const notBefore = absenceProvableAt(intent, state);
  const isEarly = event.outcome === "not_executed" && event.then === "retry" && event.at < notBefore;
  if (isEarly && event.confirmEarly !== true) return refuse({ code: "too_early", notBefore }); // P1
  const notes: Note[] = agreeing.length < standing.length ? [{ kind: "statements_voided" }] : [];
  if (isEarly) notes.push({ kind: "confirmed_early" });
  if (agreeing.length + 1 >= approvals) return concluded(intent, state, event, notes); // P3
  const earlier = state.statements.map((one) => (agreeing.includes(one) ? one : { ...one, voided: true }));
  const statements = [...earlier, toStatement(event, isEarly)].slice(-STATEMENTS_KEPT_MAX);
  return move(intent, { state: { ...state, statements } }, notes);
}

function concluded(intent: Intent, state: InDoubt, event: EventOf<"resolve">, notes: Note[]): Transition {
  const { attempts } = intent;
  if (event.outcome === "executed") {
    const { effectId } = event;
    return move(intent, { state: { kind: "succeeded", effectId, result: null, endedAt: event.at } }, notes);
  }
  if (event.then === "fail") {
    const failure = { code: "not_executed", message: "An operator found that nothing happened and ended the intent." };
    const vouched = { ...attempts, mayHaveActed: false };
    const failed = { kind: "failed", transient: false, failure, endedAt: event.at } as const;
    return move(intent, { attempts: vouched, state: failed }, notes);
  }
  // People vouch that nothing happened: the key goes out again with a fresh retry budget.
  const fresh = { ...attempts, mayHaveActed: false, countedCount: 0 };
  return move(intent, { attempts: fresh, state: clearedAgain(state, event.at) }, notes);
}

function saysTheSame(left: Claimed, right: Claimed): boolean {
  if (left.outcome === "executed") return right.outcome === "executed" && left.effectId === right.effectId;
  return right.outcome === "not_executed" && left.then === right.then;
}

function toStatement(event: EventOf<"resolve">, isEarly: boolean): Statement {
  const { operatorId, evidence, at } = event;
  const said: Claimed =
    event.outcome === "executed"
      ? { outcome: "executed", effectId: event.effectId }
      : { outcome: "not_executed", then: event.then };
  return { ...said, operatorId, evidence, at, voided: false, ...(isEarly ? { insisted: true } : {}) };
}

export function clearedAgain(state: InDoubt, dueAt: number): StateOf<"cleared"> {
  const { clearedBy, argsDigest, lifted } = state;
  return { kind: "cleared", clearedBy, argsDigest, dueAt, undoUntil: null, lifted };
}
