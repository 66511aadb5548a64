import { AnswerNotice } from "@/components/answer-notice";
import { isUnanswered } from "@/components/answer-words";
import type { IntentDto } from "@/lib/wire/intent";
import { UnansweredNotice } from "../decide/unanswered-notice";
import type { Decide } from "../use-decide";
import { decidedWords, undecidedWords } from "./decision-words";
import { approvedWords } from "./moved-on-words";

type DecisionNoticeProps = {
  decide: Decide;
  /** As it is now. */
  intent: IntentDto;
  operatorId: string | null;
};

/** Stays when the hold is gone, because that is when the operator wants to know what became of the click. */
export function DecisionNotice({ decide, intent, operatorId }: DecisionNoticeProps) {
  if (decide.isSuccess) {
    const { variables, data } = decide;
    if (variables.verdict === "deny") return <AnswerNotice isSuccess words={decidedWords("deny", data)} />;
    // What it becomes after the answer is announced by the state itself.
    const isNews = intent.state === data.state;
    return <AnswerNotice isSuccess words={approvedWords(intent, operatorId)} isNews={isNews} />;
  }
  if (!decide.isError) return null;
  const { verdict } = decide.variables;
  const words = undecidedWords(verdict, decide.error, intent);
  if (isUnanswered(decide.error)) return <UnansweredNotice {...{ id: intent.id, verdict, operatorId, words }} />;
  return <AnswerNotice isSuccess={false} words={words} />;
}
