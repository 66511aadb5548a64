import type { IntentDto } from "@/lib/wire/intent";
import { DecisionNotice } from "../words/decision-notice";
import { BypassNotice } from "./bypass/bypass-notice";
import { UndoNotice } from "./decision/undo-panel";
import { ResolutionNotice } from "./doubt/resolution-notice";
import type { Changes } from "./use-changes";

type AnswersProps = { intent: IntentDto; operatorId: string | null; changes: Changes };

/** What became of what the operator asked for; what an edit was refused with is told beside what was typed. */
export function Answers({ intent, operatorId, changes }: AnswersProps) {
  const { decide, edit, undo, resolve, bypass, withdraw } = changes;
  return (
    <>
      <DecisionNotice key={`decide ${decide.submittedAt}`} {...{ decide, intent, operatorId }} />
      {edit.decide.isSuccess && <DecisionNotice decide={edit.decide} {...{ intent, operatorId }} />}
      <UndoNotice key={`undo ${undo.submittedAt}`} undo={undo} />
      <ResolutionNotice key={`resolve ${resolve.submittedAt}`} resolve={resolve} />
      <BypassNotice intent={intent} bypass={bypass} withdraw={withdraw} />
    </>
  );
}
