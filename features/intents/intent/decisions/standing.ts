import type { DecisionDto } from "@/lib/wire/decision";
import type { IntentDto } from "@/lib/wire/intent";

/** `counts`: for what runs. `void`: it was said of other args, or before it was held anew. Null: nothing to count. */
export type Standing = "counts" | "void" | null;

/**
 * Which decisions still count. A decision counts for exactly the args it names; while it waits the hold says whose
 * approvals stand, because a drift voids those of the same args, too.
 */
export function standingOf(
  decision: DecisionDto,
  decisions: readonly DecisionDto[],
  { argsDigest, hold, state }: IntentDto,
): Standing {
  // A rule that asked for people decided nothing by itself.
  if (decision.verdict === "hold") return null;
  if (decision.argsDigest !== argsDigest) return "void";
  if (decision.by !== "operator") return state === "held" ? "void" : "counts";
  if (isRepeated(decision, decisions)) return "void";
  if (state !== "held" || decision.verdict !== "approve") return "counts";
  return hold?.approvedBy?.includes(decision.operator?.id ?? "") ? "counts" : "void";
}

/** The same person said it again, of the same args: only the last word is theirs. */
function isRepeated(decision: DecisionDto, decisions: readonly DecisionDto[]): boolean {
  const last = decisions.findLast(
    ({ operator, argsDigest }) => operator?.id === decision.operator?.id && argsDigest === decision.argsDigest,
  );
  return last !== undefined && last.id !== decision.id;
}
