/**
 * What an effect that the downstream tells of means for what we have on record. Pure; never changes money: the most
 * that follows is that a doubt is over.
 *
 *  J1 An effect is an orphan only if nobody can have asked for it: no intent has its key or its effect id, whatever the
 *     intent's state, and none is under way whose effect it could be.
 *  J2 An intent is missing only if the effect must be in what was read: it began and ended inside the window, a margin
 *     away from its ends, and before the source was read.
 *  J3 What is found twice is one finding: `identity` is what makes it the same.
 */
import type { StateKind } from "../intent";
import type { JsonValue } from "../json";
import type { ValueDifference } from "./compare-values";
import type { StatementRow, Unit } from "./statement-row";

export const FINDING_KINDS = ["missing", "duplicate", "orphan", "mismatch", "late"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export type Divergence = { kind: FindingKind; identity: JsonValue; data: Record<string, JsonValue> };

export type KnownIntent = {
  id: string;
  tool: string;
  state: StateKind;
  effectId: string | null;
  /** How often a worker has tried. */
  fence: number;
  /** An attempt may have acted, and no probe or person took it for undone since. */
  mayHaveActed: boolean;
};

export type SeenEffect = {
  key: string | null;
  effectId: string | null;
  /** Where it stands in the source. */
  line: number | null;
  /** What the source tells of it; null: a probe tells no more than its id. */
  said: (Pick<StatementRow, "amount" | "currency" | "at"> & { unit: Unit }) | null;
};

/** What a row was counted as. */
export type RowCount = "matched" | "otherTool" | "underWay" | "undecided" | "orphan" | "late";
export type RowVerdict = {
  count: RowCount;
  divergences: Divergence[];
  /** The doubt of its intent is over, and so is whatever would send it again. */
  resolves: boolean;
};

export type RowInput = {
  tool: string;
  effect: SeenEffect;
  intent: KnownIntent | null;
  matchedBy: "key" | "effect_id" | null;
  /** Every effect id that the source has under this key, where this row is the key's first; else null. */
  effectIds: string[] | null;
  /** This row says the same effect id as the first row of its key, or is that row. */
  isOfFirst: boolean;
  /** Something of the tool is under way or in doubt that may have caused an effect of which we know no id. */
  mayBeUnderWay: boolean;
  differences: ValueDifference[];
};

export function judgeRow(input: RowInput): RowVerdict {
  const { intent, effect, tool } = input;
  if (intent === null) return judgeUnknown(input);
  if (intent.tool !== tool) return verdict("otherTool");
  switch (intent.state) {
    case "succeeded":
    case "partial":
      return verdict("matched", [...duplicates(input, intent), ...mismatches(input, intent)]);
    case "executing":
    case "cleared":
    case "in_doubt":
    case "failed":
    case "held":
    case "denied":
    case "expired":
    case "refused":
    case "withdrawn":
      return intent.fence > 0 ? judgeTried(input, intent) : verdict("orphan", [orphan(effect, tool, intent)]);
  }
}

/** A claim is on record before anything is sent, so this effect is its own, though the intent does not know of it. */
function judgeTried(input: RowInput, intent: KnownIntent): RowVerdict {
  const { state, mayHaveActed } = intent;
  // It is tried again because it may have acted, under a key that is honoured: its own answer tells more.
  const isExpected = state === "executing" || (state === "cleared" && mayHaveActed);
  if (isExpected) return verdict("underWay", duplicates(input, intent));
  const resolves = input.effect.effectId !== null && input.effectIds !== null;
  return { count: "late", divergences: [...duplicates(input, intent), ...late(input, intent)], resolves };
}

function verdict(count: RowCount, divergences: Divergence[] = []): RowVerdict {
  return { count, divergences, resolves: false };
}

function judgeUnknown({ effect, tool, mayBeUnderWay }: RowInput): RowVerdict {
  // The key goes along with every attempt (L4); only where the source tells none can it be that of one under way.
  if (effect.key === null && mayBeUnderWay) return verdict("undecided");
  return verdict("orphan", [orphan(effect, tool, null)]);
}

function orphan(effect: SeenEffect, tool: string, intent: KnownIntent | null): Divergence {
  const known: Record<string, JsonValue> = intent === null ? {} : { state: intent.state };
  return {
    kind: "orphan",
    identity: [tool, effect.effectId ?? null, effect.effectId === null ? effect.key : null],
    data: { ...seen(effect), ...told(effect), ...known },
  };
}

/** Of an effect that nobody asked for, this is all that anybody can look for it by. */
function told({ said }: SeenEffect): Record<string, JsonValue> {
  const { amount = null, currency = null, unit = "major", at = null } = said ?? {};
  // Without a currency it is as they wrote it.
  const money = { amount, currency, ...(currency === null && unit === "minor" ? { unit } : {}) };
  return { ...(amount === null ? {} : money), ...(at === null ? {} : { at: at.toISOString() }) };
}

function duplicates({ effect, effectIds }: RowInput, intent: KnownIntent): Divergence[] {
  if (effectIds === null || effectIds.length < 2) return [];
  const sorted = [...effectIds].sort();
  const data = { ...seen(effect), effectIds: sorted, recordedEffectId: intent.effectId, state: intent.state };
  return [{ kind: "duplicate", identity: [intent.id, sorted], data }];
}

/** An effect id that is not ours counts where the key said that it is our intent, and is not one of two. */
function mismatches(input: RowInput, intent: KnownIntent): Divergence[] {
  const { effect, effectIds, isOfFirst, matchedBy } = input;
  if (!isOfFirst) return [];
  const isOther = matchedBy === "key" && effect.effectId !== null && effect.effectId !== intent.effectId;
  const isOneOfTwo = effectIds !== null && effectIds.length > 1;
  const differences: ValueDifference[] =
    isOther && !isOneOfTwo && effectIds !== null && effect.effectId !== null
      ? [{ what: "effectId", ours: intent.effectId, theirs: effect.effectId }, ...input.differences]
      : input.differences;
  return differences.length === 0 ? [] : [mismatch(effect, intent, differences)];
}

function mismatch(effect: SeenEffect, intent: KnownIntent, differences: ValueDifference[]): Divergence {
  const said = differences as unknown as JsonValue[];
  return {
    kind: "mismatch",
    identity: [intent.id, said],
    data: { ...seen(effect), state: intent.state, differences: said },
  };
}

function late({ effect, effectIds, differences }: RowInput, intent: KnownIntent): Divergence[] {
  if (effectIds === null) return []; // a later row of the same key
  const found: Divergence = {
    kind: "late",
    identity: [intent.id, effect.effectId ?? effect.key],
    data: { ...seen(effect), state: intent.state },
  };
  return differences.length === 0 ? [found] : [found, mismatch(effect, intent, differences)];
}

function seen({ effectId, line }: SeenEffect): Record<string, JsonValue> {
  return { effectId, ...(line === null ? {} : { line }) };
}

export function missing(
  intent: { id: string; effectId: string | null; state: StateKind },
  more: Record<string, JsonValue> = {},
): Divergence {
  const { id, effectId, state } = intent;
  return { kind: "missing", identity: [id, effectId], data: { recordedEffectId: effectId, state, ...more } };
}

export type ProbeVerdict = {
  count: "matched" | "missing" | "late" | "unanswered" | "undecided";
  divergences: Divergence[];
  resolves: boolean;
};
export type ProbeSaid = { kind: "present"; effectId: string } | { kind: "absent" } | { kind: "unknown" };

/** The answer to "did you do it?" about one intent that had ended, or was in doubt, before it was asked. */
export function judgeProbe(tool: string, intent: KnownIntent, said: ProbeSaid, isAbsenceProof: boolean): ProbeVerdict {
  if (said.kind === "unknown") return { count: "unanswered", divergences: [], resolves: false };
  const hasEffect = intent.state === "succeeded" || intent.state === "partial";
  if (said.kind === "absent") {
    // Whether a doubt is over is for its own probes to prove.
    if (intent.state === "in_doubt") return { count: "undecided", divergences: [], resolves: false };
    if (!hasEffect) return { count: "matched", divergences: [], resolves: false };
    if (!isAbsenceProof) return { count: "undecided", divergences: [], resolves: false };
    return { count: "missing", divergences: [missing(intent)], resolves: false };
  }
  const effect = { key: null, effectId: said.effectId, line: null, said: null };
  const { divergences, resolves, count } = judgeRow({
    tool,
    effect,
    intent,
    matchedBy: "key",
    effectIds: [said.effectId],
    isOfFirst: true,
    mayBeUnderWay: false,
    differences: [],
  });
  return { count: count === "late" ? "late" : "matched", divergences, resolves };
}
