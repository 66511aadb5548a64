"use client";

import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Hand from "lucide-react/icons/hand";
import { Button } from "@/components/button";
import { Countdown } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import type { Decide } from "../use-decide";
import { HOLD_WORDS } from "../words/hold-words";
import { AttentionPanel, ButtonBar, LookOnly, Term, Terms } from "./attention-panel";

const fetchDenyDialog = () => import("../words/deny-dialog");

type Hold = NonNullable<IntentDto["hold"]>;
type HoldPanelProps = {
  intent: IntentDto;
  hold: Hold;
  role: OperatorDto["role"] | null;
  decide: Decide;
  /** What is drawn is a remembered copy; nothing may be decided on it. */
  isStale: boolean;
};

/** Why it waits, for whom, until when; and the decision, right above what it would run. */
export function HoldPanel({ intent, hold, role, decide, isStale }: HoldPanelProps) {
  return (
    <AttentionPanel
      tone="warn"
      label="Waiting for a decision"
      icon={Hand}
      title="Waiting for a decision"
      below={
        <>
          <HoldTerms hold={hold} />
          {hold.approvalsNeeded > 0 && <DecisionBar intent={intent} role={role} decide={decide} isStale={isStale} />}
        </>
      }
    >
      <ul className="mt-1 space-y-0.5 text-ink-soft">
        {hold.reasons.map((reason) => (
          <li key={reason}>
            <strong className="font-medium text-ink">{HOLD_WORDS[reason].word}.</strong> {HOLD_WORDS[reason].meaning}
          </li>
        ))}
      </ul>
    </AttentionPanel>
  );
}

function HoldTerms({ hold }: { hold: Hold }) {
  return (
    <Terms tone="warn">
      <Term name="Approvals">
        {hold.approvalsGiven} of {hold.approvalsNeeded}
      </Term>
      <Term name="Expires">
        {hold.expiresAt === null ? "not while it is paused" : <Countdown to={hold.expiresAt} over="now" />}
      </Term>
      {hold.rule !== null && (
        <Term name="Rule" isCode>
          {hold.rule}
        </Term>
      )}
    </Terms>
  );
}

function DecisionBar({ intent, role, decide, isStale }: Omit<HoldPanelProps, "hold">) {
  const isBusy = decide.isPending || isStale;
  const { dialog, opener, control } = useDialog(fetchDenyDialog, isBusy);
  if (role === null) return null;
  if (role === "viewer") return <LookOnly tone="warn">an approver or an admin decides.</LookOnly>;
  return (
    <ButtonBar tone="warn">
      <Button
        variant="primary"
        busy={isBusy}
        onClick={() => decide.mutate({ verdict: "approve", argsDigest: intent.argsDigest })}
      >
        {!isBusy && <Check aria-hidden />}
        Approve
      </Button>
      <Button {...opener} aria-disabled={isBusy || undefined}>
        <Ban aria-hidden />
        Deny…
      </Button>
      {dialog && (
        <dialog.DenyDialog
          {...control}
          title={intent.title}
          onDeny={(reason) => {
            control.onOpenChange(false);
            decide.mutate({ verdict: "deny", argsDigest: intent.argsDigest, reason });
          }}
        />
      )}
    </ButtonBar>
  );
}
