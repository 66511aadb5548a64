import { AnswerNotice } from "@/components/answer-notice";
import type { PausePlace } from "./pause-place";
import { doneWords, undoneWords } from "./pause-words";
import type { UsedPause } from "./use-pause";

type PauseAnswerProps = { place: PausePlace; change: UsedPause; className?: string };

/** What came of the switch that was pressed. */
export function PauseAnswer({ place, change, className }: PauseAnswerProps) {
  if (change.isIdle || change.isPending) return null;
  const { action } = change.variables;
  return (
    <AnswerNotice
      key={change.submittedAt}
      isSuccess={change.isSuccess}
      words={change.isSuccess ? doneWords(action, place) : undoneWords(action, place, change.error)}
      className={className}
    />
  );
}
