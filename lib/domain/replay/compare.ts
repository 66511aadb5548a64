/**
 * What a changed contract would do differently to one submission, by name. The two sides are replays of the same
 * record, one by the active contract, one by the changed one, so that nothing but the contract can make a difference.
 */
import type { Outcome } from "./outcome";

/** In the order in which people read them. */
export const DIFFERENCES = [
  "merged",
  "split",
  "moved",
  "drifted",
  "notDrifted",
  "lookalike",
  "notLookalike",
  "variant",
  "notVariant",
  "held",
  "cleared",
  "refused",
  "otherApprovals",
  "duplicateRefused",
  "notDuplicateRefused",
  "invalid",
  "keyRequired",
  "accepted",
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

export type Compared = {
  submissionId: string;
  was: Outcome;
  would: Outcome;
  /** Where the changed contract puts the submission that opened the intent that this one belonged to. */
  opener: string | null;
};

export function differencesBetween({ submissionId, was, would, opener }: Compared): DifferenceKind[] {
  if (!isTaken(was) || !isTaken(would)) return admission(was, would);
  const found: DifferenceKind[] = [];
  if (would.fate === "refused" || was.fate === "refused") {
    if (would.fate === "refused" && would.refusal !== was.refusal) found.push("duplicateRefused");
    if (would.fate !== "refused") found.push("notDuplicateRefused");
    return found;
  }
  const grouped = grouping(submissionId, was, would, opener);
  if (grouped !== null) found.push(grouped);
  if (would.drifted !== was.drifted) found.push(would.drifted ? "drifted" : "notDrifted");
  if (would.lookalike !== was.lookalike) found.push(would.lookalike ? "lookalike" : "notLookalike");
  if (would.variant !== was.variant) found.push(would.variant ? "variant" : "notVariant");
  return [...found, ...verdicts(was, would)];
}

function isTaken({ fate }: Outcome): boolean {
  return fate !== "invalid" && fate !== "key_required";
}

function admission(was: Outcome, would: Outcome): DifferenceKind[] {
  if (isTaken(would)) return ["accepted"];
  if (would.fate === was.fate) return [];
  return [would.fate === "invalid" ? "invalid" : "keyRequired"];
}

function grouping(id: string, was: Outcome, would: Outcome, opener: string | null): DifferenceKind | null {
  const [opened, opens] = [was.openedBy === id, would.openedBy === id];
  if (opened && !opens) return "merged";
  if (!opened && opens) return "split";
  // That the intent as a whole is another's now was told with the submission that opened it.
  return opened || would.openedBy === was.openedBy || would.openedBy === opener ? null : "moved";
}

/** Only where somebody was asked on both sides, or a drift is held on one of them. */
function verdicts(was: Outcome, would: Outcome): DifferenceKind[] {
  const [before, after] = [was.verdict, would.verdict];
  const bothJoin = was.fate === "joined" && would.fate === "joined";
  if (before === after) return before === "hold" && otherApprovals(was, would) ? ["otherApprovals"] : [];
  if (!bothJoin && (before === null || after === null)) return [];
  if (after === "hold") return ["held"];
  return after === "refuse" ? ["refused"] : ["cleared"];
}

function otherApprovals({ approvals: before }: Outcome, { approvals: after }: Outcome): boolean {
  return before?.needed !== after?.needed || before?.role !== after?.role;
}
