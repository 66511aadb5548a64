/** What we have on record beside what the downstream says, value by value. */
import type { FindingDto } from "@/lib/wire/finding";
import { type Difference, type Evidence, formatMoney, type Money, readEvidence } from "./evidence";
import { stateWord } from "./finding-words";

/** What one side has: a value, nothing at all, or something that the finding does not tell. */
export type Side = { kind: "value"; text: string } | { kind: "none" } | { kind: "untold" };
export type ComparedRow = { what: string; ours: Side; theirs: Side };

const NONE: Side = { kind: "none" };
const UNTOLD: Side = { kind: "untold" };

export function comparedRows(finding: FindingDto): ComparedRow[] {
  const evidence = readEvidence(finding);
  const { differences, amount, at, state } = evidence;
  const isTold = differences.some(({ what }) => what === "effect id");
  return [
    ...(state === null ? [] : [{ what: "State", ours: value(stateWord(state)), theirs: UNTOLD }]),
    ...(isTold ? [] : effectRow(finding, evidence)),
    ...differences.map(toRow),
    ...(amount === null ? [] : [{ what: "Amount", ours: NONE, theirs: value(formatMoney(amount)) }]),
    ...(at === null ? [] : [{ what: "Time", ours: NONE, theirs: value(new Date(at).toISOString()) }]),
  ];
}

function effectRow({ kind, data }: FindingDto, { effectId, effectIds, recordedEffectId }: Evidence): ComparedRow[] {
  const theirs = effectIds.length > 0 ? effectIds.join(", ") : effectId;
  if (theirs === null && recordedEffectId === null) return [];
  // A mismatch is one of values: whether the effect is called the same on our side is not what it tells.
  const ours = kind === "mismatch" && !("recordedEffectId" in data) ? UNTOLD : valueOrNone(recordedEffectId);
  return [{ what: "Effect id", ours, theirs: valueOrNone(theirs) }];
}

function toRow(difference: Difference): ComparedRow {
  if (difference.what === "target") {
    return { what: difference.pointer, ours: value("as in the args"), theirs: value("another") };
  }
  if (difference.what === "effect id") {
    return { what: "Effect id", ours: valueOrNone(difference.ours), theirs: valueOrNone(difference.theirs) };
  }
  return { what: "Amount", ours: money(difference.ours), theirs: money(difference.theirs) };
}

function money(amount: Money | null): Side {
  return amount === null ? NONE : value(formatMoney(amount));
}

function valueOrNone(text: string | null): Side {
  return text === null ? NONE : value(text);
}

function value(text: string): Side {
  return { kind: "value", text };
}
