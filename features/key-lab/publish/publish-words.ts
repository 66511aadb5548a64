import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { TextDiff } from "@/components/text-diff";
import type { PublishAnswerDto } from "@/lib/wire/contract";
import type { ProposalDto } from "@/lib/wire/proposal";
import { onceConfirmed } from "../people-words";
import { shortWords } from "../replay/difference-words";
import type { ReplayState } from "../replay/use-replay";
import type { Check } from "../use-check";

export type Standing = {
  activeVersion: number;
  baseVersion: number;
  /** Somebody's own text, not the active version's. */
  isOwn: boolean;
  check: Check;
  proposal: ProposalDto | null;
  operatorId: string;
};

/** Why it cannot be published as it is now. Null: it can. */
export function whyNotPublish(standing: Standing): string | null {
  const { activeVersion, baseVersion, isOwn, check, proposal, operatorId } = standing;
  if (!isOwn) return `This is the text of version ${activeVersion}, which is active. There is nothing to publish.`;
  if (baseVersion !== activeVersion)
    return `Version ${activeVersion} was published meanwhile. Decide about your text first.`;
  if (check.kind === "checking") return "Checking…";
  if (check.kind === "mistaken") return "Correct the mistakes first.";
  if (check.kind === "failed") return "Nobody knows whether it is valid: it could not be checked.";
  if (!check.found.isChange) {
    return `Only comments or layout differ: it says what version ${activeVersion} says. There is nothing to publish.`;
  }
  const [proposer] = proposal?.people ?? [];
  if (proposer !== undefined && proposer.id !== operatorId) {
    return `A proposal of ${proposer.name} waits. Confirm it or take it back first.`;
  }
  return null;
}

export function diffWords(diff: TextDiff | null): string {
  if (diff === null) return "Comparing…";
  const { addedCount, removedCount } = diff;
  if (addedCount + removedCount === 0) return "No line differs";
  return `${lines(addedCount)} added, ${lines(removedCount)} removed`;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count.toLocaleString()} lines`;
}

export type ReplayWords = {
  isKnown: boolean;
  /** Submissions were compared, and none would be treated otherwise. */
  isUnchanged: boolean;
  words: string;
};

/** What is known of the text in the editor. */
export function replayWords(state: ReplayState, text: string): ReplayWords {
  if (state.kind === "running") return unknown("The replay runs.");
  if (state.kind !== "done") return unknown("Not replayed: nobody has seen what it would do.");
  if (state.of !== text) return unknown("Another text was replayed, not this one.");
  const { compared, changed } = state.result.submissions;
  const isUnchanged = compared > 0 && changed === 0;
  return { isKnown: true, isUnchanged, words: `Replayed: ${shortWords(state.result)}.` };
}

function unknown(words: string): ReplayWords {
  return { isKnown: false, isUnchanged: false, words };
}

export function publishedWords(answer: PublishAnswerDto): AnswerWords {
  if ("version" in answer) {
    const body = "Every submission is judged by it from now on.";
    return { tone: "good", title: `Version ${answer.version} is published and active`, body };
  }
  const { baseVersion } = answer.proposal;
  const body = `Version ${baseVersion} stays active until ${onceConfirmed(answer.proposal)}.`;
  return { tone: "info", title: "Your proposal waits for people", body };
}

const CODE_WORDS: Record<string, string> = {
  contract_changed: "Somebody published another version meanwhile. See what it changed, then decide about your text.",
  proposal_open: "Somebody else's proposal waits. Confirm it or take it back first.",
  invalid_contract: "The contract is not valid. What is wrong with it is told below the text.",
  role_required: "Publishing takes an admin.",
};

export function notPublishedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not publish it",
    unanswered: {
      title: "It is not known whether it was published",
      body: "No answer came that says so. Look at the active version before you publish again; your text is kept.",
    },
    say: ({ code }) => CODE_WORDS[code],
  });
}
