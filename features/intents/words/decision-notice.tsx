import type { IntentDto } from "@/lib/wire/intent";
import type { Decide } from "../use-decide";
import { AnswerNotice } from "./answer-notice";
import { decidedWords, undecidedWords } from "./decision-words";

/** Stays when the hold is gone, because that is when the operator wants to know what became of the click. */
export function DecisionNotice({ decide, intent }: { decide: Decide; intent: IntentDto }) {
  if (decide.isSuccess) return <AnswerNotice isSuccess words={decidedWords(decide.variables.verdict, decide.data)} />;
  if (!decide.isError) return null;
  return <AnswerNotice isSuccess={false} words={undecidedWords(decide.variables.verdict, decide.error, intent)} />;
}
