import type { IntentDto } from "@/lib/wire/intent";
import type { Decide } from "../use-decide";
import { AnswerNotice } from "./answer-notice";
import { decidedWords, undecidedWords } from "./decision-words";
import { movedOnWords } from "./moved-on-words";

type DecisionNoticeProps = {
  decide: Decide;
  /** As it is now. */
  intent: IntentDto;
};

/** Stays when the hold is gone, because that is when the operator wants to know what became of the click. */
export function DecisionNotice({ decide, intent }: DecisionNoticeProps) {
  if (decide.isSuccess) {
    const { variables, data } = decide;
    const hasMovedOn = variables.verdict === "approve" && data.state === "cleared" && intent.state !== data.state;
    const words = hasMovedOn ? movedOnWords(intent.state) : decidedWords(variables.verdict, data);
    // What it became is announced by the state itself.
    return <AnswerNotice isSuccess words={words} isNews={!hasMovedOn} />;
  }
  if (!decide.isError) return null;
  return <AnswerNotice isSuccess={false} words={undecidedWords(decide.variables.verdict, decide.error, intent)} />;
}
