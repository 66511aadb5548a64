/** How it stands after the database went back in time, and what a release in bulk did. */
import { type AnswerWords, notDoneWords } from "@/components/answer-words";
import type { StoreReleasedDto, StoreStateDto } from "@/lib/wire/store";

export function restoredWords({ restoring, inDoubtCount, releasableCount }: StoreStateDto): string {
  if (restoring) return "Nothing runs until a worker has put in doubt all that may have run.";
  if (inDoubtCount === 0) return "Nothing is in doubt because of a restore any more.";
  const all = `${intents(inDoubtCount)} in doubt because of a restore.`;
  if (releasableCount === 0) return `${all} All may have been sent: a probe or a person ends each doubt.`;
  const which =
    inDoubtCount === releasableCount
      ? "No attempt is on record"
      : `For ${many(releasableCount)} of them no attempt is on record`;
  return `${all} ${which}: an admin can release those after a planned failover.`;
}

export function releasedWords({ releasedCount, keptCount }: StoreReleasedDto): AnswerWords {
  const kept = keptCount === 0 ? "" : ` ${intents(keptCount)} still in doubt: a probe or a person ends each.`;
  return releasedCount === 0
    ? { tone: "info", title: "Nothing was released", body: `Nothing was left to release.${kept}` }
    : {
        tone: "good",
        title: `You released ${many(releasedCount)}`,
        body: `They are cleared to run, under the same keys.${kept}`,
      };
}

export function notReleasedWords(error: unknown): AnswerWords {
  return notDoneWords(error, {
    title: "Nothing was released",
    unanswered: {
      title: "It is not known whether it was released",
      body: "No answer came that says so. What is still in doubt is shown here as soon as one does.",
    },
    say: ({ code }) => (code === "role_required" ? "Only an admin may release. Ask one." : undefined),
  });
}

function many(count: number): string {
  return count.toLocaleString();
}

function intents(count: number): string {
  return count === 1 ? "1 intent is" : `${many(count)} intents are`;
}
