import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { PublishAnswerDto } from "@/lib/wire/contract";
import type { ProposalDto } from "@/lib/wire/proposal";
import { onceConfirmed } from "../people-words";

export function confirmedWords(answer: PublishAnswerDto): AnswerWords {
  if ("version" in answer) {
    const body = "Enough people agreed. Every submission is judged by it from now on.";
    return { tone: "good", title: `Version ${answer.version} is published and active`, body };
  }
  const body = `It is published once ${onceConfirmed(answer.proposal)}.`;
  return { tone: "info", title: "You confirmed it", body };
}

/** How it ended, and by whom, to somebody who was looking at it. */
export function endedWords({ state, endedBy, version }: Pick<ProposalDto, "state" | "endedBy" | "version">): string {
  const by = endedBy === null ? "" : ` by ${endedBy.name}`;
  if (state === "published") return `It was confirmed${by} and is version ${version} now.`;
  if (state === "withdrawn") return `It was taken back${by}. Nothing was published.`;
  if (state === "replaced")
    return `It was replaced by another proposal${endedBy === null ? "" : `, of ${endedBy.name}`}. Nothing was published.`;
  if (state === "void") return "Another version was published meanwhile. It must be proposed again, over that one.";
  return "Nobody confirmed it in time. Nothing was published.";
}

const CODE_WORDS: Record<string, string> = {
  already_approved: "You stand behind it already. Another person must confirm it.",
  proposal_changed: "It is not what was on your screen. Look at it again.",
  contract_changed: "Another version was published meanwhile. It must be proposed again, over that one.",
  invalid_contract: "It is not valid any more. It must be corrected and proposed again.",
  role_required: "Your role is not enough for this. Ask somebody with a higher one.",
};

/** Refused because it is over: then the server says how it ended, and by whom. */
export function notConfirmedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not confirm it",
    unanswered: {
      title: "It is not known whether your word arrived",
      body: "No answer came that says so. Reload this page to see what is true before you confirm again.",
    },
    say: ({ code, detail }) => (code === "proposal_over" ? `Somebody was faster. ${detail ?? ""}` : CODE_WORDS[code]),
  });
}

export function notWithdrawnWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not take the proposal back",
    unanswered: {
      title: "It is not known whether the proposal was taken back",
      body: "No answer came that says so. Reload this page to see whether it still waits.",
    },
    say: ({ code }) => (code === "not_found" ? "It does not wait any more." : CODE_WORDS[code]),
  });
}
