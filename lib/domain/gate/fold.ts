/**
 * One submission meets what is known. The answer says what to record; nothing is written here, so that intake and
 * explain share this code, and a batch folds its submissions in order through it.
 *
 *   caller's key used for something else → refuse
 *   an intent under this key             → join it (same, drift), open it again, or open its next generation
 *   none, but something resembles it     → join that, refuse, or open with its reasons on a hold
 *   a person denied the same thing       → open, held
 *   nothing                              → open
 */
import type { Disposition, Note, Proposal, Verdict } from "../event";
import { type HoldReason, type Intent, isReopenable, NO_ATTEMPTS } from "../intent";
import type { KeyParts } from "../key";
import { openingState } from "../transition/submit";
import { transition } from "../transition/transition";
import { type Admission, admit, type Observed, toHold, withDenials } from "./admit";
import { findDenials } from "./denials";
import { findCurrent, isOver } from "./match";
import type { Prepared } from "./prepare";
import type { Reading } from "./reading";
import { findResembling, type Resemblance } from "./resemble";
import { type Ids, type Known, readingFor, type World } from "./world";

export type DuplicateRefusal = "already_submitted" | "idempotency_conflict" | "lookalike" | "variant";
export type Supersedes<K extends Known> = { known: K; why: "window_over" | "drift" };

export type Folded<K extends Known = Known> =
  | {
      kind: "open";
      intent: Intent;
      /** Null: it stands for itself alone (a read, or held without a key). */
      keyParts: KeyParts | null;
      disposition: Disposition;
      admission: Admission;
      supersedes: Supersedes<K> | null;
      resembles: Resemblance<K>[];
      /** In observe mode: the intent that enforcing would have answered with. */
      wouldJoin: { known: K; observed: Observed } | null;
    }
  | {
      kind: "join";
      known: K;
      intent: Intent;
      disposition: Disposition;
      /** Policy was asked again: it has been opened anew. */
      admission: Admission | null;
      notes: Note[];
      /** What to compare it with, field by field; null: nothing differs. */
      drift: Reading | null;
      isNovel: boolean;
      resembles: Resemblance<K>[];
    }
  | { kind: "refuse"; known: K; code: DuplicateRefusal; drift: Reading | null }
  | { kind: "key_reused"; intentId: string };

type Opened<K extends Known> = Extract<Folded<K>, { kind: "open" }>;

export type Asked = { prepared: Prepared; ids: Ids };

export function foldSubmission<K extends Known>(world: World<K>, asked: Asked): Folded<K> {
  const { prepared } = asked;
  const observes = prepared.contract.definition.mode === "observe";
  const stranger = findKeyOwner(world, prepared);
  if (stranger !== null) return observes ? letReused(world, asked) : { kind: "key_reused", intentId: stranger };
  return observes ? letPass(world, asked, enforce(world, asked)) : enforce(world, asked);
}

function enforce<K extends Known>(world: World<K>, asked: Asked): Folded<K> {
  const { prepared } = asked;
  const current = findCurrent(world, prepared);
  return current === null || isOver(current.intent, world.at)
    ? arrive(world, asked, current)
    : meet(world, asked, current);
}

/**
 * A stale key must not return the wrong result: another identity under it is somebody else's action. Of several the
 * oldest is named, in whatever order they are known.
 */
function findKeyOwner(world: World, prepared: Prepared): string | null {
  if (prepared.callerKey === null) return null;
  const own = new Set([prepared, ...prepared.earlier].map(({ identityDigest }) => identityDigest));
  const strangers = (world.callerKeys.get(prepared.callerKey) ?? []).filter((owner) => !own.has(owner.identityDigest));
  return strangers.reduce<string | null>(
    (oldest, { intentId }) => (oldest === null || intentId < oldest ? intentId : oldest),
    null,
  );
}

/** An intent under this key is there, and its window is open. */
function meet<K extends Known>(world: World<K>, asked: Asked, current: K): Folded<K> {
  const { prepared } = asked;
  const { same, drift } = prepared.contract.duplicates;
  const reading = readingFor(current, prepared);
  const drifted = reading?.fingerprint !== current.intent.fingerprint;
  const { state } = current.intent;
  if (isReopenable(state)) return reopen(world, asked, current);
  if (!drifted) {
    if (same === "refuse") return { kind: "refuse", known: current, code: "already_submitted", drift: null };
    if (same === "allow") return openNextOccurrence(world, asked);
    return join(
      asked,
      current,
      { type: "repeat", at: world.at, proposal: toProposal(asked), verdict: NOT_ASKED },
      null,
    );
  }
  const other = reading ?? prepared;
  // The old "no" was said to other values: it does not answer for these, whatever the drift rule. A person's is asked
  // about again there.
  if (state.kind === "denied" || state.kind === "failed") return arrive(world, asked, current);
  if (drift === "refuse") return { kind: "refuse", known: current, code: "idempotency_conflict", drift: other };
  const novel = !current.fingerprints.has(other.fingerprint) && !current.fingerprints.has(prepared.fingerprint);
  const proposal = toProposal(asked);
  if (drift === "coalesce")
    return join(asked, current, { type: "repeat", at: world.at, proposal, verdict: NOT_ASKED }, other);
  const policy = prepared.policy(current.row.submissionCount + 1, world.at);
  const denials = findDenials(world, prepared);
  const reasons: HoldReason[] = denials.length === 0 ? ["drift"] : ["drift", "denied_before"];
  const hold = withDenials(toHold(reasons, policy, [], world.at), denials.map(idOf));
  return join(asked, current, { type: "drift", at: world.at, proposal, verdict: NOT_ASKED, novel, hold }, other, novel);
}

/** Nothing is reopened by these; if it were, it must not run. */
const NOT_ASKED: Verdict = { kind: "refuse", rule: "not asked", reason: "Policy was not asked." };

function join<K extends Known>(
  { prepared }: Asked,
  known: K,
  event: Parameters<typeof transition>[1],
  drift: Reading | null,
  isNovel = drift !== null &&
    !known.fingerprints.has(drift.fingerprint) &&
    !known.fingerprints.has(prepared.fingerprint),
): Folded<K> {
  const moved = transition(known.intent, event);
  if (!moved.ok) throw new TypeError(`A live intent refused a submission: ${moved.refusal.code}`);
  const disposition = drift === null ? (moved.disposition ?? "coalesced") : "drifted";
  return {
    kind: "join",
    known,
    intent: moved.next,
    disposition,
    admission: null,
    notes: moved.notes,
    drift,
    isNovel,
    resembles: [],
  };
}

function reopen<K extends Known>(world: World<K>, asked: Asked, current: K): Folded<K> {
  const alike = meetResembling(world, asked);
  if ("kind" in alike) return alike;
  const admission = admit(world, {
    prepared: asked.prepared,
    submissionCount: current.row.submissionCount + 1,
    decisionId: asked.ids.decisionId,
    reasons: alike.reasons,
    deniedBefore: alike.deniedBefore,
  });
  const event = { type: "repeat", at: world.at, proposal: toProposal(asked), verdict: admission.verdict } as const;
  const moved = transition(current.intent, event);
  if (!moved.ok) throw new TypeError(`An intent could not be opened again: ${moved.refusal.code}`);
  return {
    kind: "join",
    known: current,
    intent: moved.next,
    disposition: "reopened",
    admission,
    notes: moved.notes,
    drift: null,
    isNovel: false,
    resembles: alike.resembles,
  };
}

/** Nothing under this key, or only what is over. */
function arrive<K extends Known>(world: World<K>, asked: Asked, before: K | null): Folded<K> {
  const alike = meetResembling(world, asked);
  if ("kind" in alike) return alike;
  const why = before !== null && isOver(before.intent, world.at) ? "window_over" : "drift";
  const supersedes = before === null ? null : ({ known: before, why } as const);
  return open(world, asked, alike, asked.prepared.keyParts, supersedes);
}

function openNextOccurrence<K extends Known>(world: World<K>, asked: Asked): Folded<K> {
  const alike = meetResembling(world, asked);
  if ("kind" in alike) return alike;
  return open(world, asked, alike, nextOccurrence(world, asked.prepared), null);
}

function nextOccurrence(world: World, { family, keyParts, context }: Prepared): KeyParts | null {
  if (keyParts === null || family === null) return null;
  const occurrence = Math.max(world.occurrences.get(family) ?? 0, context.occurrence) + 1;
  return { ...keyParts, context: { ...keyParts.context, occurrence } };
}

type Alike<K extends Known> = {
  resembles: Resemblance<K>[];
  reasons: HoldReason[];
  deniedBefore: string[];
  disposition: "created" | "lookalike";
};

/**
 * The look-alike and variant rules and what people denied; what the rules neither join nor refuse is opened, flagged,
 * perhaps held. A denial that a rule joins is answered with the denial.
 */
function meetResembling<K extends Known>(world: World<K>, asked: Asked): Folded<K> | Alike<K> {
  const { prepared } = asked;
  const rules = prepared.contract.duplicates;
  const resembles = findResembling(world, prepared);
  const lookalike = resembles.find(({ kind }) => kind === "lookalike")?.known;
  const variant = resembles.find(({ kind }) => kind === "variant")?.known;
  const joinable = resembles.find(({ kind, known }) => kind === "lookalike" && known.intent.successorId === null);
  if (joinable !== undefined && rules.lookalike === "coalesce") {
    const event = { type: "repeat", at: world.at, proposal: toProposal(asked), verdict: NOT_ASKED } as const;
    return { ...join(asked, joinable.known, event, null), disposition: "lookalike" } as Folded<K>;
  }
  if (lookalike !== undefined && rules.lookalike === "refuse") {
    return { kind: "refuse", known: lookalike, code: "lookalike", drift: null };
  }
  if (variant !== undefined && rules.variant === "refuse") {
    return { kind: "refuse", known: variant, code: "variant", drift: readingFor(variant, prepared) ?? prepared };
  }
  const reasons: HoldReason[] = [];
  // A generation that was superseded cannot be joined any more: a person looks at it instead.
  if (lookalike !== undefined && rules.lookalike !== "allow") reasons.push("lookalike");
  if (variant !== undefined && rules.variant === "hold") reasons.push("variant");
  const denials = findDenials(world, prepared);
  if (denials.length > 0) reasons.push("denied_before");
  return {
    // Each is named once, by what weighs most.
    resembles: [
      ...denials.map((known) => ({ kind: "denied_before" as const, known })),
      ...resembles.filter(({ known }) => !denials.includes(known)),
    ],
    reasons,
    deniedBefore: denials.map(idOf),
    disposition: lookalike === undefined ? "created" : "lookalike",
  };
}

function idOf({ intent }: Known): string {
  return intent.id;
}

function open<K extends Known>(
  world: World<K>,
  asked: Asked,
  { resembles, reasons, deniedBefore, disposition }: Alike<K>,
  keyParts: KeyParts | null,
  supersedes: Supersedes<K> | null,
): Opened<K> {
  const { prepared, ids } = asked;
  const { decisionId } = ids;
  const admission = admit(world, { prepared, submissionCount: 1, decisionId, reasons, deniedBefore });
  const intent: Intent = {
    id: ids.intentId,
    ...toProposal(asked),
    fence: 0,
    attempts: NO_ATTEMPTS,
    successorId: null,
    state: openingState(admission.verdict, prepared.argsDigest, world.at),
  };
  return { kind: "open", intent, keyParts, disposition, admission, supersedes, resembles, wouldJoin: null };
}

/** Observe: what would have joined or been refused runs by itself, and says what it would have been. */
function letPass<K extends Known>(world: World<K>, asked: Asked, folded: Folded<K>): Folded<K> {
  if (folded.kind === "open" || folded.kind === "key_reused") return folded;
  if (folded.kind === "join" && folded.admission !== null) return folded;
  const verdict = folded.kind === "refuse" ? "refuse" : "join";
  const rule = folded.kind === "refuse" ? folded.code : folded.disposition;
  return { ...openAnyway(world, asked), wouldJoin: { known: folded.known, observed: { verdict, reasons: [], rule } } };
}

function letReused<K extends Known>(world: World<K>, asked: Asked): Folded<K> {
  const opened = openAnyway(world, asked);
  const observed: Observed = { verdict: "refuse", reasons: [], rule: "idempotency_key_reused" };
  return { ...opened, admission: { ...opened.admission, observed } };
}

/** Under its own key where that is free, so that enforcing later finds it there; else as the next occurrence. */
function openAnyway<K extends Known>(world: World<K>, asked: Asked): Opened<K> {
  const current = findCurrent(world, asked.prepared);
  const alone: Alike<K> = { resembles: [], reasons: [], deniedBefore: [], disposition: "created" };
  if (current !== null && !isOver(current.intent, world.at)) {
    return open(world, asked, alone, nextOccurrence(world, asked.prepared), null);
  }
  const supersedes = current === null ? null : ({ known: current, why: "window_over" } as const);
  return open(world, asked, alone, asked.prepared.keyParts, supersedes);
}

function toProposal({ prepared, ids }: Asked): Proposal {
  const { fingerprint, argsDigest, contract } = prepared;
  const { submissionId } = ids;
  return { submissionId, fingerprint, argsDigest, contractVersion: contract.version, terms: contract.terms };
}
