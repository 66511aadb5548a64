import type { AnswerWords } from "@/components/answer-words";
import type { BypassDto } from "@/lib/wire/bypass";
import type { IntentDto } from "@/lib/wire/intent";
import { recordedWords } from "./bypass-words";

/** What has become by now of an order that waited for more people when its answer came. */
export type OrderFate = {
  words: AnswerWords;
  /** Whose word was the last that it needed; null: it was not given, or that is not known. */
  confirmedBy: string | null;
};

type Now = Pick<IntentDto, "bypass" | "links">;

/** `successor`: the generation after this one; undefined: there is none, or it is not read yet. */
export function orderFate(
  order: BypassDto | undefined,
  now: Now,
  successor: Pick<IntentDto, "state" | "bypass"> | undefined,
): OrderFate {
  if (now.bypass?.state === "pending" && now.bypass.id === order?.id)
    return { words: recordedWords(now.bypass), confirmedBy: null };
  if (now.links["successor"] === undefined) return { words: ENDED, confirmedBy: null };
  const given = successor?.bypass;
  if (successor === undefined || given === undefined || given.id !== order?.id) {
    return { words: OVERTAKEN, confirmedBy: null };
  }
  return { words: confirmedWords(successor.state === "held"), confirmedBy: given.people.at(-1)?.name ?? null };
}

const ENDED: AnswerWords = {
  tone: "info",
  title: "Your order no longer waits",
  body: "It was taken back, or its time was over. Nothing ran because of it.",
};

const OVERTAKEN: AnswerWords = {
  tone: "info",
  title: "Your order no longer waits",
  body: "A later generation took its place.",
};

function confirmedWords(isHeld: boolean): AnswerWords {
  const body = isHeld
    ? "The new generation waits for a decision: something else stands in its way."
    : "A new generation of this action was opened.";
  return { tone: isHeld ? "info" : "good", title: "Your order is confirmed", body };
}
