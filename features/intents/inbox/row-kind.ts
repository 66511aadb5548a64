import type { InboxItemDto } from "@/lib/wire/inbox";

/** What a person can do about it: decide, resolve a doubt, confirm a bypass, or only wait for a resume. */
export type RowKind = "decide" | "doubt" | "bypass" | "paused";

export function kindOf({ state, hold, waiting }: Pick<InboxItemDto, "state" | "hold" | "waiting">): RowKind {
  if (state === "in_doubt") return "doubt";
  if (waiting.reasons.includes("bypass")) return "bypass";
  return hold !== undefined && hold.approvalsNeeded > 0 ? "decide" : "paused";
}

/** Nobody can decide any more, whether or not a sweeper has come. */
export function isOver({ waiting }: Pick<InboxItemDto, "waiting">, nowMs: number): boolean {
  return waiting.until !== null && Date.parse(waiting.until) <= nowMs;
}
