import type { BypassDto } from "@/lib/wire/bypass";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";

type Words = { tone: "good" | "info" | "warn" | "bad"; title: string; body: string };

export function peopleMissing({ people, peopleNeeded }: BypassDto): string {
  const missing = Math.max(1, peopleNeeded - people.length);
  return missing === 1 ? "one more person" : `${missing} more people`;
}

/** What came of an order, told on the page of the intent that it is about. */
export function orderedWords(intent: IntentDto, id: string): Words {
  if (intent.id === id) {
    const who = intent.bypass === undefined ? "more people" : peopleMissing(intent.bypass);
    return { tone: "info", title: "Your order is recorded", body: `Nothing runs until ${who} ordered it too.` };
  }
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
  role_required: "Your role is not enough for this. Ask somebody with a higher one.",
};

export function notOrderedWords(error: unknown): Words {
  const title = "You did not order a bypass";
  if (!(error instanceof ProblemError)) return { tone: "bad", title, body: "This page made a mistake. Reload it." };
  const { problem } = error;
  if (problem.code === "unreachable") {
    const body = "Interlock did not answer. Reload this page to see what is true before you order it again.";
    return { tone: "bad", title: "It is not known whether your order arrived", body };
  }
  return { tone: "warn", title, body: CODE_WORDS[problem.code] ?? `${error.message} ${problem.correctiveAction}` };
}
