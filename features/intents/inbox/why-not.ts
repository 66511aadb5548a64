import type { OperatorDto } from "@/lib/wire/session";
import { whyNotApprove, whyNotDecide } from "../decide/may-decide";
import { isOver, kindOf } from "./row-kind";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";

const ELSEWHERE = {
  doubt: "A doubt is resolved on the intent's page. Press Enter to open it.",
  bypass: "A bypass is confirmed on the intent's page. Press Enter to open it.",
  paused: "There is nothing to decide: it runs after a resume.",
} as const;

/** Why a key that was pressed on a row does nothing, told to whoever pressed it; null: it does. */
export function whyNot(
  verdict: "approve" | "deny",
  { item, isGone }: InboxRow,
  note: RowNote | null,
  operator: OperatorDto | null,
  nowMs: number,
): string | null {
  if (isGone || note?.kind === "done") return "It waits no more.";
  if (note?.kind === "sending") return "It is being sent.";
  if (note?.kind === "in_batch") return "It is being decided together with others.";
  const kind = kindOf(item);
  if (kind !== "decide") return ELSEWHERE[kind];
  if (isOver(item, nowMs)) return "Its time is over: it expires, nothing runs.";
  if (operator === null) return "It is not known yet who you are.";
  return whyNotDecide(item, operator) ?? (verdict === "approve" ? whyNotApprove(item, operator) : null);
}
