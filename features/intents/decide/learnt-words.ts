import type { AnswerWords } from "@/components/answer-words";
import type { IntentDto } from "@/lib/wire/intent";
import { morePeople } from "../words/people-words";
import { STATE_WORDS } from "../words/state-words";

/** After a decision got no answer: what is true by now. */
export function learntWords(
  verdict: "approve" | "deny",
  { state, hold }: Pick<IntentDto, "state" | "hold">,
  operatorId: string | null,
): AnswerWords {
  if (state !== "held" || hold === undefined) {
    const { word, meaning } = STATE_WORDS[state];
    return { tone: "info", title: "It waits no more", body: `${word}. ${meaning}` };
  }
  if (verdict === "approve" && operatorId !== null && hold.approvedBy?.includes(operatorId)) {
    const people = morePeople(Math.max(1, hold.approvalsNeeded - hold.approvalsGiven));
    return {
      tone: "info",
      title: "Your approval arrived",
      body: `It is recorded, and needs ${people} before it runs.`,
    };
  }
  return {
    tone: "warn",
    title: verdict === "approve" ? "It is still held: you did not approve it" : "It is still held: you did not deny it",
    body: "Your decision did not arrive. Decide again if it is still right.",
  };
}
