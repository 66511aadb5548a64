import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { BypassDto } from "@/lib/wire/bypass";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { morePeople } from "../../words/people-words";

export function peopleMissing({ people, peopleNeeded }: BypassDto): string {
  return morePeople(Math.max(1, peopleNeeded - people.length));
}

/** What came of an order that waits for more people. */
export function recordedWords(order: BypassDto | undefined): AnswerWords {
  const who = order === undefined ? "more people" : peopleMissing(order);
  return { tone: "info", title: "Your order is recorded", body: `Nothing runs without the word of ${who}.` };
}

/** What came of an order that was the last word: the generation that it opened. */
export function orderedWords(intent: Pick<IntentDto, "state">): AnswerWords {
  if (intent.state === "held") {
    const body = "A new generation was opened and waits for a decision: something else stands in its way.";
    return { tone: "info", title: "The bypass is ordered", body };
  }
  return { tone: "good", title: "The bypass is ordered", body: "A new generation of this action is cleared to run." };
}

const CODE_WORDS: Record<string, string> = {
  already_approved: "You ordered it before. The next order must come from another person.",
  superseded: "Somebody was faster: a newer generation took its place.",
  wrong_state: "It was opened again meanwhile, so there is nothing to bypass.",
  bypass_pending: "An order with other args waits already. Confirm that one, or take it back first.",
  args_erased: "Its args were erased meanwhile: nothing can be run from them any more.",
  role_required: "Your role is not enough for this. Ask somebody with a higher one.",
};

export function notOrderedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not order a bypass",
    unanswered: {
      title: "It is not known whether your order arrived",
      body: "No answer came that says so. Reload this page to see what is true before you order it again.",
    },
    say: ({ code }) => CODE_WORDS[code],
  });
}

export function notTakenBackWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not take the order back",
    unanswered: {
      title: "It is not known whether the order was taken back",
      body: "No answer came that says so. Reload this page to see whether it still waits.",
    },
    say: ({ code }) => (code === "not_found" ? "No order waits any more." : CODE_WORDS[code]),
  });
}

/** Whether it can be ordered once more: of args that are gone nothing can be run. */
export function mayBeOrdered({ endedAt, links, argsErased }: IntentDto): boolean {
  return endedAt !== null && links["successor"] === undefined && argsErased !== true;
}

/** Who confirms an order, told to somebody whose word on it would only be refused. */
export function otherConfirmer({ role: needed }: BypassDto, role: OperatorDto["role"]): string | null {
  if (role === "admin" || (role === "approver" && needed !== "admin")) return null;
  return needed === "admin" ? "an admin" : "an approver or an admin";
}
