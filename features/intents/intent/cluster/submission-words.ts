import type { Disposition, IntentDto, SubmissionDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { whyNotDecide } from "../../decide/may-decide";
import type { Comparison } from "../fields/compare-fields";
import { fieldPath } from "../fields/field-words";

const DISPOSITION_WORDS: Record<Disposition, { word: string; meaning: string }> = {
  created: { word: "Created", meaning: "It opened this intent." },
  coalesced: { word: "Coalesced", meaning: "It asked for the same while this was open, and gets the same result." },
  replayed: { word: "Replayed", meaning: "This had ended: it was answered with the same result, and nothing ran." },
  drifted: { word: "Drifted", meaning: "It asked for the same action with other values." },
  lookalike: { word: "Look-alike", meaning: "It asked for the same as another intent does, under another key." },
  reopened: { word: "Reopened", meaning: "This had ended without an effect: it was opened again, with these args." },
};

type Told = { submission: SubmissionDto; isRunning: boolean; isOther: boolean };

/** `isOther`: it asked for other values than those that run (or ran). */
export function submissionWords({ submission, isRunning, isOther }: Told): { word: string; meaning: string } {
  const { disposition, edited } = submission;
  if (edited) return { word: "Edited", meaning: "An operator wrote these args, in the place of what would have run." };
  const told = DISPOSITION_WORDS[disposition];
  if (isRunning || !isOther) return told;
  if (disposition === "created") return { ...told, meaning: `It opened this intent. ${CHOSEN}` };
  // What ran when it joined is not what runs now.
  if (disposition === "coalesced") return { ...told, meaning: `It asked for what would have run then. ${CHOSEN}` };
  return told;
}

const CHOSEN = "Other args were chosen since: it gets the result of those.";

/** How many asked, and what people added: an edit is nobody's submission but theirs. */
export function clusterTitle(submissionCount: number, editCount: number): string {
  const asked = submissionCount === 1 ? "1 submission" : `${submissionCount.toLocaleString()} submissions`;
  if (editCount === 0) return `Cluster: ${asked}`;
  return `Cluster: ${asked} and ${editCount === 1 ? "an edit by an operator" : `${editCount} edits by operators`}`;
}

const REFUSAL_WORDS: Record<string, string> = {
  already_submitted: "The contract refuses duplicates.",
  idempotency_conflict: "The contract refuses the same key with other values.",
  lookalike: "The contract refuses look-alikes.",
  variant: "The contract refuses variants.",
};

/** A submission that was turned away is on record all the same. */
export function refusalWords(code: string): string {
  return REFUSAL_WORDS[code] ?? `It was refused: ${code}.`;
}

const NAMED_MAX = 3;

/** What a row says of its difference before anybody opens it. */
export function comparisonWords({ changes }: Comparison): string {
  if (changes.length === 0) return "The same values as what runs, written the same.";
  const differing = changes.filter(({ change }) => change === "differs").map(({ pointer }) => fieldPath(pointer));
  if (differing.length > 0) return `Differs in ${listed(differing)}.`;
  const isOnlySpelling = changes.every(({ change }) => change === "respelled");
  const count = changes.length === 1 ? "1 field" : `${changes.length} fields`;
  return isOnlySpelling
    ? `The same values as what runs; ${count} written differently.`
    : `The same as what runs where it counts; ${count} written differently.`;
}

function listed(names: string[]): string {
  if (names.length <= NAMED_MAX) return names.join(", ");
  return `${names.slice(0, NAMED_MAX).join(", ")} and ${names.length - NAMED_MAX} more`;
}

/** Whether this operator may approve another submission's args; that they approved these already is no hindrance. */
export function mayChooseOther(intent: IntentDto, operator: OperatorDto | null): boolean {
  if (operator === null || intent.argsErased || whyNotDecide(intent, operator) !== null) return false;
  return intent.hold?.role !== "admin" || operator.role === "admin";
}

/** Whose args can still be chosen: those that are there, and were not turned away. */
export function canBeChosen({ refusal, erasedAt }: SubmissionDto): boolean {
  return refusal === null && erasedAt === null;
}
