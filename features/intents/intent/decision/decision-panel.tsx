"use client";

import Hand from "lucide-react/icons/hand";
import Pencil from "lucide-react/icons/pencil";
import type { ReactNode } from "react";
import { Button } from "@/components/button";
import type { DecisionDto } from "@/lib/wire/decision";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { DecisionButtons } from "../../decide/decision-buttons";
import { whyNotApprove, whyNotDecide } from "../../decide/may-decide";
import { usePast } from "../../inbox/deadline";
import type { Decide } from "../../use-decide";
import { waitingWords } from "../../words/waiting-words";
import { AttentionPanel } from "../attention-panel";
import type { Edit } from "../edit/use-edit";
import type { Seen } from "../seen/use-seen";
import { Consequences } from "./consequences";
import { HoldReasons } from "./hold-reasons";
import { HoldTerms } from "./hold-terms";
import type { Deciding } from "./use-deciding";

type DecisionPanelProps = {
  /** As it is now; what is decided on is what was seen. */
  intent: IntentDto;
  seen: Seen;
  operator: OperatorDto | null;
  decisions: readonly DecisionDto[];
  decide: Decide;
  deciding: Deciding;
  edit: Edit;
  /** What is drawn is a remembered copy; nothing may be decided on it. */
  isStale: boolean;
};

/** Why it waits, for whom, until when; what follows from a yes and a no; and both. Stays in sight beside the rest. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { intent, operator, decisions } = props;
  const { hold } = intent;
  if (hold === undefined) return null;
  const isOnlyPaused = hold.approvalsNeeded === 0;
  return (
    <AttentionPanel
      tone="warn"
      label={isOnlyPaused ? "Waiting for a resume" : "Waiting for a decision"}
      icon={Hand}
      title={waitingWords(hold).title}
      below={
        <>
          {!isOnlyPaused && (
            <>
              <HoldTerms intent={intent} hold={hold} decisions={decisions} />
              <Consequences intent={intent} hold={hold} operator={operator} />
            </>
          )}
          <Answers {...props} />
        </>
      }
    >
      <HoldReasons intent={intent} hold={hold} />
    </AttentionPanel>
  );
}

function Answers({ intent, seen, operator, decide, deciding, edit, isStale }: DecisionPanelProps) {
  const isPast = usePast(intent.hold?.expiresAt ?? null);
  if (operator === null) return null;
  if (seen.changed !== null) return <Told>Look at what changed first. Nothing can be decided before.</Told>;
  if (isPast) return <Told>The time to decide is over. The agent may submit it again.</Told>;
  const mayApprove = whyNotDecide(seen.intent, operator) === null && whyNotApprove(seen.intent, operator) === null;
  return (
    <>
      {/* On a phone it is always at the thumb, above the bar of places. */}
      <div className="border-warn-line border-t px-4 py-3 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] max-md:z-20 max-md:border-line max-md:bg-surface max-md:py-2">
        <DecisionButtons
          intent={seen.intent}
          operator={operator}
          sending={decide.isPending ? decide.variables.verdict : null}
          isStale={isStale}
          onApprove={deciding.approve}
          onDeny={deciding.deny}
          onNear={deciding.prepare}
          className="*:flex-1 [&>p]:basis-full"
        />
      </div>
      {mayApprove && (
        <div className="border-warn-line border-t px-4 py-1">
          <EditButton opener={edit.opener} isBusy={edit.isBusy} />
        </div>
      )}
    </>
  );
}

function Told({ children }: { children: ReactNode }) {
  return <p className="border-warn-line border-t px-4 py-3 text-ink">{children}</p>;
}

function EditButton({ opener, isBusy }: Pick<Edit, "opener" | "isBusy">) {
  return (
    <Button {...opener} variant="link" size="inline" aria-disabled={isBusy || undefined}>
      <Pencil aria-hidden />
      Edit and approve…
    </Button>
  );
}
