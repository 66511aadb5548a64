import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import { morePeopleDo } from "../../words/people-words";

type Statement = DoubtDto["statements"][number];

/** What the downstream last said when it was asked. */
export function probeWords(probe: DoubtDto["probe"]): string {
  if (probe === null) return "The contract declares no way to ask the downstream: a person has to find out.";
  if (probe.said === null) {
    return probe.asking ? "The downstream is being asked now." : "The downstream has not answered yet.";
  }
  if (probe.said === "absent") {
    return "The downstream does not know of it yet. That proves nothing while the request may still land.";
  }
  if (probe.why === "shared_effect") {
    return "The downstream was asked and its answer proves nothing. It named an effect of another intent.";
  }
  const why = probe.why === null ? "" : ` (${probe.why})`;
  return `The downstream was asked and its answer proves nothing${why}.`;
}

/** A question that is out is not counted before it has an end. */
export function askedWords({ askedCount, asking }: NonNullable<DoubtDto["probe"]>): string {
  return asking ? `${askedCount}×, and being asked now` : `${askedCount}×`;
}

export function statementWords(said: Pick<Statement, "outcome" | "effectId" | "then" | "insisted">): string {
  const { outcome, effectId, then, insisted } = said;
  if (outcome === "executed") return `It happened, with the effect id ${effectId ?? ""}`;
  if (insisted) return "It did not happen: send again, though the first request could still land then";
  return then === "fail" ? "It did not happen: end as failed" : "It did not happen: send again";
}

/** "one more person says the same": who must, before it counts. */
export function missingWords({ approvalsNeeded, statements }: DoubtDto): string {
  const missingCount = approvalsNeeded - statements.filter(({ voided }) => !voided).length;
  return `${morePeopleDo(missingCount, ["says", "say"])} the same`;
}

/** What somebody may vouch for. */
export type Answer = "executed" | "retry" | "fail";

type AnswerTold = { label: string; consequence: string };

/** What each answer leads to, told before it is given. `honoursUntil`: as long as the same key is safe to send again. */
export function answerWords(honoursUntil: string | null): Record<Answer, AnswerTold> {
  return {
    executed: {
      label: "It happened",
      consequence: "It ends as succeeded, and every submission of it gets the effect id that you name. Nothing runs.",
    },
    retry: {
      label: "It did not happen. Send again",
      consequence:
        honoursUntil === null
          ? "The same key goes out once more, though the downstream does not promise to honour it. If it did happen after all, it may then happen twice."
          : "The same key goes out once more. The downstream honours it: if it did happen after all, it answers with what it did then.",
    },
    fail: {
      label: "It did not happen. End as failed",
      consequence:
        "It ends as failed, and every submission of it gets that. Nothing runs. If it did happen after all, only a reconciliation would reveal it.",
    },
  };
}

/** Until when the downstream takes the same key for the same call; null: it does not, or not any more. */
export function honouredUntil(
  honoursKeyMs: number | null,
  firstSentAt: string | undefined,
  nowMs: number,
): string | null {
  if (honoursKeyMs === null || firstSentAt === undefined) return null;
  const untilMs = Date.parse(firstSentAt) + honoursKeyMs;
  return nowMs < untilMs ? new Date(untilMs).toISOString() : null;
}

/** What came of a resolution that was taken. */
export function resolvedWords(intent: IntentDto): AnswerWords {
  if (intent.doubt !== undefined) {
    const body = `The doubt ends when ${missingWords(intent.doubt)}.`;
    return { tone: "info", title: "What you said is recorded", body };
  }
  if (intent.state === "succeeded") {
    return { tone: "good", title: "You said that it happened", body: "Every submission gets this result from now on." };
  }
  if (intent.state === "failed") {
    return { tone: "info", title: "You said that it did not happen", body: "The intent ended. Nothing more runs." };
  }
  return { tone: "good", title: "You said that it did not happen", body: "The same key goes out once more." };
}

const CODE_WORDS: Record<string, string> = {
  too_early: "The first request may still land. Say it again: the dialog asks you to confirm that.",
  already_stated: "You said so before. The next one must be another person.",
  role_required: "Your role is not enough to resolve this doubt. Ask an operator with a higher one.",
};

const SERVER_WORDS = new Set(["already_resolved", "shared_effect"]);

/** What came of a resolution that was refused or lost. */
export function unresolvedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "You did not resolve this doubt",
    unanswered: {
      title: "It is not known whether what you said arrived",
      body: "No answer came that says so. The state above shows what is true as soon as one does.",
    },
    // Who was first, and whose effect it is, is in the server's own words.
    say: ({ code, detail }) => (SERVER_WORDS.has(code) ? detail : CODE_WORDS[code]),
  });
}
