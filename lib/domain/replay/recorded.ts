/** What is on record of a tool's past, as the replay reads it. Nothing here is ever written back. */
import type { Disposition } from "../event";
import type { Asker } from "../gate/prepare";
import type { Grant } from "../grant/grant";
import type { HoldReason, StateKind } from "../intent";
import type { JsonObject } from "../json";

export type GateDecision = { verdict: "clear" | "hold" | "refuse"; rule: string | null; reasons: HoldReason[] };

export type RecordedSubmission = {
  id: string;
  intentId: string;
  receivedAt: number;
  /** As it is now; null: a person's order, which no contract judges. */
  asker: Asker | null;
  args: JsonObject;
  argsDigest: string;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  /** What was asked for, as far as it can be told (`askedOccurrence`). */
  occurrence: number;
  contractVersion: number;
  disposition: Disposition;
  refusal: string | null;
  /** What policy said when it opened an intent, or opened it again; null: it joined, or was refused. */
  decision: GateDecision | null;
  /** The grant that stood in for people, without its counters: it speaks for this submission alone. */
  grant: Grant | null;
  edited: boolean;
  /** Of its intent: a person's order makes the next generation of this one. */
  predecessorId: string | null;
  life: RecordedLife;
};

/** Something that happened to an intent between submissions: a person, a worker or the clock. */
export type LifeEvent = {
  at: number;
  type: string;
  to: StateKind;
  argsDigest: string | null;
  /** Of an attempt. */
  outcome: string | null;
};

/** From one opening to the next. */
export type LifeSegment = { at: number; to: StateKind; events: LifeEvent[] };

/** `isTransient`: of the failure that it ended with, if it did; an earlier one was, or it could not have been reopened. */
export type RecordedLife = { segments: LifeSegment[]; isTransient: boolean };

/** What a segment tells about one that begins now: itself, or moved to begin when a split-off action was asked for. */
export type Following = { segment: LifeSegment; shiftMs: number; isLast: boolean };

/** The part of its intent's life that a submission began or fell into. */
export function followLife({ life, receivedAt, decision }: RecordedSubmission): Following | null {
  const index = life.segments.findLastIndex(({ at }) => at <= receivedAt);
  const segment = life.segments[index];
  if (segment === undefined) return null;
  const shiftMs = decision === null ? receivedAt - segment.at : 0;
  return { segment, shiftMs, isLast: index === life.segments.length - 1 };
}

export type OccurrenceFacts = {
  /** Of its intent. */
  occurrence: number;
  disposition: string;
  refusal: string | null;
  opens: boolean;
  /** The rules of its version give the next occurrence by themselves. */
  movesByItself: boolean;
  /** The highest that was taken in the intent's family before. */
  highestBefore: number;
};

/** A submission's own occurrence is on record only as that of its intent, which may be another's, or moved on. */
export function askedOccurrence(facts: OccurrenceFacts): number {
  const { occurrence, disposition, refusal, opens, movesByItself, highestBefore } = facts;
  if (FOREIGN.has(refusal ?? "") || (disposition === "lookalike" && !opens)) return 1;
  const wasMoved = movesByItself && opens && highestBefore > 0 && occurrence === highestBefore + 1;
  return wasMoved ? 1 : occurrence;
}

const FOREIGN: ReadonlySet<string> = new Set(["idempotency_key_reused", "lookalike", "variant"]);
