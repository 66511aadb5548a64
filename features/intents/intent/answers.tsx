import type { IntentDto } from "@/lib/wire/intent";
import { DecisionNotice } from "../words/decision-notice";
import { BypassNotice } from "./bypass/bypass-notice";
import { UndoNotice } from "./decision/undo-panel";
import { ResolutionNotice } from "./doubt/resolution-notice";
import type { Changes } from "./use-changes";

/** What became of what the operator asked for; what an edit was refused with is told beside what was typed. */
export function Answers({ intent, changes }: { intent: IntentDto; changes: Changes }) {
  const { decide, edit, undo, resolve, bypass, withdraw } = changes;
  return (
    <>
      <DecisionNotice key={`decide ${decide.submittedAt}`} decide={decide} intent={intent} />
      {edit.decide.isSuccess && <DecisionNotice decide={edit.decide} intent={intent} />}
      <UndoNotice key={`undo ${undo.submittedAt}`} undo={undo} />
      <ResolutionNotice key={`resolve ${resolve.submittedAt}`} resolve={resolve} />
      <BypassNotice id={intent.id} bypass={bypass} withdraw={withdraw} />
    </>
  );
}
