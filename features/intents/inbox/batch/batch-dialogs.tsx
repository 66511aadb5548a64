"use client";

import { useRef } from "react";
import { AgentLine } from "@/components/agent-text";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { DENIAL_REASONS } from "../../words/denial-reasons";
import { ReasonDialog } from "../../words/reason-dialog";
import { intents, leftOutWords, runWords, totalWords, type Verdict } from "./batch-words";
import { approvable, byTitle, type Picked } from "./picked";

/** `opener` gets the focus back. */
export type BatchQuestion = { verdict: Verdict; opener: HTMLElement | null };

type BatchDialogsProps = {
  picked: readonly Picked[];
  question: BatchQuestion | null;
  onClose: () => void;
  onDecide: (verdict: Verdict, reason?: string) => void;
};

/** Repeats count and total before many are decided at once. */
export function BatchDialogs({ picked, question, onClose, onDecide }: BatchDialogsProps) {
  const openerRef = useRef<HTMLElement | null>(null);
  if (question !== null) openerRef.current = question.opener;
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const together = approvable(picked);
  return (
    <>
      <ConfirmDialog
        open={question?.verdict === "approve" && together.length > 0}
        onOpenChange={onOpenChange}
        openerRef={openerRef}
        title={`Approve ${intents(together.length)}?`}
        consequence={<What picked={together} leftOut={leftOutWords(picked)} end={runWords(together)} />}
        verb={`Approve ${together.length.toLocaleString()}`}
        variant="primary"
        onConfirm={() => onDecide("approve")}
      />
      <ReasonDialog
        open={question?.verdict === "deny"}
        onOpenChange={onOpenChange}
        openerRef={openerRef}
        title={`Deny ${intents(picked.length)}`}
        description={<What picked={picked} leftOut={null} end="None of them runs. Every agent gets this reason." />}
        verb={`Deny ${picked.length.toLocaleString()}`}
        missing="Say why: the agents need a reason to stop asking."
        canned={DENIAL_REASONS}
        onReason={(reason) => {
          onClose();
          onDecide("deny", reason);
        }}
      />
    </>
  );
}

const TITLES_MAX = 6;

function What({ picked, leftOut, end }: { picked: readonly Picked[]; leftOut: string | null; end: string }) {
  const titles = byTitle(picked);
  const total = totalWords(picked);
  return (
    <>
      {total !== null && <p className="font-semibold text-ink text-xl tabular-nums">{total}</p>}
      <ul className="mt-1">
        {titles.slice(0, TITLES_MAX).map(({ title, count }) => (
          <li key={title}>
            {count.toLocaleString()} × <AgentLine text={title} className="text-ink" />
          </li>
        ))}
        {titles.length > TITLES_MAX && <li>and {titles.length - TITLES_MAX} more tools</li>}
      </ul>
      <p className="mt-1">{end}</p>
      {leftOut !== null && <p className="mt-1">Left out: {leftOut}</p>}
    </>
  );
}
