import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { morePeopleDo } from "../words/people-words";

/** To whoever may decide nothing. */
export const LOOK_ONLY = "You can look; an approver or an admin decides.";

type Decided = Pick<IntentDto, "hold" | "argsErased" | "argsLeftOut">;

/** Why this operator can say neither yes nor no, told to them; null: they can. */
export function whyNotDecide({ hold }: Decided, operator: OperatorDto): string | null {
  if (hold === undefined) return "It does not wait for a decision.";
  if (hold.approvalsNeeded === 0) return "There is nothing to decide: it runs after a resume.";
  return operator.role === "viewer" ? LOOK_ONLY : null;
}

/** Why this operator cannot say yes, though they may say no; null: they can. */
export function whyNotApprove(intent: Decided, operator: OperatorDto): string | null {
  const { hold, argsErased, argsLeftOut } = intent;
  if (hold === undefined) return null;
  if (argsErased) return "Its args were erased, so it can no longer be approved. Deny it, or let it expire.";
  if (argsLeftOut) return "Its args are too long for a row. Open it, read them, and approve it there.";
  if (hold.role === "admin" && operator.role !== "admin") return "Only an admin approves it. You may deny it.";
  if (hold.approvedBy?.includes(operator.id)) return `You approved it. It runs when ${missing(hold)} it too.`;
  return null;
}

function missing({ approvalsNeeded, approvalsGiven }: HoldDto): string {
  return morePeopleDo(Math.max(1, approvalsNeeded - approvalsGiven), ["approves", "approve"]);
}
