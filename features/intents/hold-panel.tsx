"use client";

import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Hand from "lucide-react/icons/hand";
import { useRef, useState } from "react";
import { Button } from "@/components/button";
import { Countdown } from "@/components/instant";
import { useLoaded } from "@/components/use-loaded";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { HOLD_WORDS } from "./hold-words";
import type { Decide } from "./use-decide";

const fetchDenyDialog = () => import("./deny-dialog");

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
    <section aria-label="Waiting for a decision" className="rounded-lg border border-warn-line bg-warn-soft">
      <div className="flex items-start gap-2.5 px-4 pt-3.5 pb-3">
        <Hand aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-ink text-sm">Waiting for a decision</h2>
          <ul className="mt-1 space-y-0.5 text-ink-soft">
            {hold.reasons.map((reason) => (
              <li key={reason}>
                <strong className="font-medium text-ink">{HOLD_WORDS[reason].word}.</strong>{" "}
                {HOLD_WORDS[reason].meaning}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <HoldTerms hold={hold} />
      {hold.approvalsNeeded > 0 && <DecisionBar intent={intent} role={role} decide={decide} isStale={isStale} />}
    </section>
  );
}

function HoldTerms({ hold }: { hold: Hold }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 border-warn-line border-t px-4 py-2.5">
      <div className="flex gap-2">
        <dt className="text-ink-soft">Approvals</dt>
        <dd className="text-ink tabular-nums">
          {hold.approvalsGiven} of {hold.approvalsNeeded}
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-ink-soft">Expires</dt>
        <dd className="text-ink">
          {hold.expiresAt === null ? "not while it is paused" : <Countdown to={hold.expiresAt} over="now" />}
        </dd>
      </div>
      {hold.rule !== null && (
        <div className="flex min-w-0 gap-2">
          <dt className="text-ink-soft">Rule</dt>
          <dd className="min-w-0 font-mono text-ink text-xs leading-5 [overflow-wrap:anywhere]">{hold.rule}</dd>
        </div>
      )}
    </dl>
  );
}

function DecisionBar({ intent, role, decide, isStale }: Omit<HoldPanelProps, "hold">) {
  const denyRef = useRef<HTMLButtonElement>(null);
  const [denying, setDenying] = useState(false);
  const [dialog, wantDialog] = useLoaded(fetchDenyDialog);
  const isBusy = decide.isPending || isStale;
  if (role === null) return null;
  if (role === "viewer") {
    return (
      <p className="border-warn-line border-t px-4 py-2.5 text-ink-soft">
        You can look; an approver or an admin decides.
      </p>
    );
  }
  return (
    <div className="flex gap-2 border-warn-line border-t px-4 py-3 max-md:*:flex-1">
      <Button
        variant="primary"
        busy={isBusy}
        onClick={() => decide.mutate({ verdict: "approve", argsDigest: intent.argsDigest })}
      >
        {!isBusy && <Check aria-hidden />}
        Approve
      </Button>
      <Button
        ref={denyRef}
        aria-disabled={isBusy || undefined}
        aria-haspopup="dialog"
        onPointerEnter={wantDialog}
        onFocus={wantDialog}
        onClick={() => {
          wantDialog();
          setDenying(!isBusy);
        }}
      >
        <Ban aria-hidden />
        Deny…
      </Button>
      {dialog && (
        <dialog.DenyDialog
          open={denying}
          onOpenChange={setDenying}
          openerRef={denyRef}
          title={intent.title}
          onDeny={(reason) => {
            setDenying(false);
            decide.mutate({ verdict: "deny", argsDigest: intent.argsDigest, reason });
          }}
        />
      )}
    </div>
  );
}
