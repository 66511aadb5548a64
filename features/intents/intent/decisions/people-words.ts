/** What people did to an intent beside approving and denying it: their words stand among the decisions. */
import type { EventDto } from "@/lib/wire/intent";
import { statementWords } from "../doubt/doubt-words";

export type Deed = { word: string; meaning: string };

const BYPASS: Record<string, Deed> = {
  "intent.bypass_ordered": { word: "Ordered a bypass", meaning: "It shall happen once more, as a new generation." },
  "intent.bypass_confirmed": {
    word: "Confirmed the bypass",
    meaning: "It shall happen once more, as a new generation.",
  },
  "intent.bypass_withdrawn": { word: "Took the bypass back", meaning: "It no longer waits for more people." },
  "intent.undo": { word: "Took the approval back", meaning: "Nothing had run." },
};

/** Null: it is no deed of its own, such as the event of a decision. */
export function deedOf({ type, data }: Pick<EventDto, "type" | "data">): Deed | null {
  if (type !== "intent.resolve") return BYPASS[type] ?? null;
  const isEnough = data["to"] !== "in_doubt";
  const said = statementWords({
    outcome: data["outcome"] === "executed" ? "executed" : "not_executed",
    effectId: typeof data["effectId"] === "string" ? data["effectId"] : null,
    then: data["then"] === "fail" ? "fail" : "retry",
    insisted: Array.isArray(data["notes"]) && data["notes"].includes("confirmed_early"),
  });
  return {
    word: isEnough ? "Resolved the doubt" : "Said what happened",
    meaning: isEnough ? `${said}.` : `${said}. More people must say the same.`,
  };
}

type Dated<T> = { at: string } & T;

/** Both in the order of time; at the same instant what was decided comes first. */
export function inOrder<A, B>(decisions: readonly Dated<A>[], deeds: readonly Dated<B>[]): (Dated<A> | Dated<B>)[] {
  return [...decisions, ...deeds].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
}
