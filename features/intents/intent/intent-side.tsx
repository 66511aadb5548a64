"use client";

import { later } from "@/components/later";
import type { DecisionDto } from "@/lib/wire/decision";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { SIDE } from "./body-grid";
import { DecisionPanel } from "./decision/decision-panel";
import { isUndoable, UndoPanel } from "./decision/undo-panel";
import type { Deciding } from "./decision/use-deciding";
import { IntentFacts } from "./intent-facts";
import type { Seen } from "./seen/use-seen";
import type { Changes } from "./use-changes";

/** Only of what has ended, and only of what is in doubt. */
const BypassPanel = later(async () => (await import("./bypass/bypass-panel")).BypassPanel);
const ResolvePanel = later(async () => (await import("./doubt/resolve-panel")).ResolvePanel);

type IntentSideProps = {
  intent: IntentDto;
  seen: Seen;
  operator: OperatorDto | null;
  changes: Changes;
  deciding: Deciding;
  decisions: readonly DecisionDto[];
  submissions: readonly SubmissionDto[];
  /** As long as the same key is safe to send again. */
  honoursUntil: string | null;
  isStale: boolean;
};

/** What can be done about it. */
export function IntentSide(props: IntentSideProps) {
  const { intent, seen, operator, changes, deciding, decisions, submissions, honoursUntil, isStale } = props;
  const { decide, edit, undo, resolve, bypass, withdraw } = changes;
  return (
    <div className={SIDE}>
      <DecisionPanel
        intent={intent}
        seen={seen}
        operator={operator}
        decisions={decisions}
        decide={decide}
        deciding={deciding}
        edit={edit}
        isStale={isStale}
      />
      {isUndoable(intent, operator) && <UndoPanel intent={intent} undo={undo} />}
      {intent.doubt && (
        <ResolvePanel
          intent={intent}
          doubt={intent.doubt}
          operator={operator}
          resolve={resolve}
          honoursUntil={honoursUntil}
          isStale={isStale}
        />
      )}
      <BypassPanel
        intent={intent}
        operator={operator}
        bypass={bypass}
        withdraw={withdraw}
        submissions={submissions}
        isStale={isStale}
      />
      <div className="max-xl:order-1">
        <IntentFacts intent={intent} />
      </div>
    </div>
  );
}
