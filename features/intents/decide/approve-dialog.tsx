"use client";

import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { formatMoney } from "@/components/money";
import type { OtherAskDto } from "@/lib/wire/inbox";
import type { HoldReason, IntentDto } from "@/lib/wire/intent";
import { ProofField } from "../words/proof-field";
import { approveWords } from "./consequence-words";
import { OthersNotice } from "./others-notice";
import { OvertakenNotice } from "./overtaken-notice";
import type { AskedAbout } from "./overtaken-words";
import { type Proof, riskOf } from "./risk";
import { useOvertaken } from "./use-overtaken";
import { WhatIsApproved } from "./what-is-approved";

/** What the dialog needs to know; a variant that is chosen brings its own `about`. */
export type Approved = AskedAbout &
  Pick<IntentDto, "id" | "title" | "tool" | "about" | "args" | "argsErased" | "hold" | "agent"> & {
    /** What else was asked for in its place, where that was read before. */
    others?: OtherAskDto[];
  };

type ApproveDialogProps = DialogControl & { intent: Approved; onApprove: () => void };

/** Says once more what will happen to what, and asks for it in proportion: a press, or the amount typed. */
export function ApproveDialog({ intent, onApprove, ...control }: ApproveDialogProps) {
  const risk = riskOf(intent);
  const proof = risk.kind === "irreversible" ? risk.proof : null;
  const overtaken = useOvertaken(intent, control.open);
  return (
    <Dialog
      {...control}
      title={`Approve “${intent.title}”?`}
      description={
        <p>
          {proof === null ? "High value." : "Irreversible."} Once you approve, it {approveWords(intent)}.
        </p>
      }
    >
      {overtaken !== null && <OvertakenNotice id={intent.id} overtaken={overtaken} />}
      {control.open && isAboutOthers(intent) && (
        <OthersNotice intent={intent} known={intent.others} withoutDrifts={intent.insteadOf !== undefined} />
      )}
      <WhatIsApproved intent={intent} isWhole={proof !== null} />
      <ApproveForm
        proof={proof}
        verb={intent.about?.amount ? `Approve ${formatMoney(intent.about.amount)}` : "Approve"}
        isOver={overtaken !== null}
        onCancel={() => control.onOpenChange(false)}
        onApprove={() => {
          control.onOpenChange(false);
          onApprove();
        }}
      />
    </Dialog>
  );
}

const ABOUT_OTHERS: readonly HoldReason[] = ["drift", "lookalike", "variant", "denied_before"];

function isAboutOthers({ hold }: Approved): boolean {
  return (hold?.reasons ?? []).some((reason) => ABOUT_OTHERS.includes(reason));
}

type ApproveFormProps = {
  proof: Proof | null;
  verb: string;
  /** Nothing can be approved any more. */
  isOver: boolean;
  onCancel: () => void;
  onApprove: () => void;
};

function ApproveForm({ proof, verb, isOver, onCancel, onApprove }: ApproveFormProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const isProven = proof === null || typed === proof.text;
  const formRef = useRef<HTMLFormElement>(null);
  // Before the dialog looks for something to focus: what is shown above may have buttons of its own.
  useLayoutEffect(() => {
    formRef.current?.querySelector<HTMLElement>("input, button[type=submit]")?.focus({ preventScroll: true });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isProven && !isOver) onApprove();
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {proof !== null && <ProofField proof={proof} verb="approve" typed={typed} onTyped={setTyped} asked={asked} />}
      <div className="flex items-center justify-end gap-2 max-md:*:flex-1">
        {/* The verb is reached first: asking once more is the pause, not hunting for the button. */}
        <Button type="submit" variant="primary" aria-disabled={!isProven || isOver || undefined} className="order-2">
          {verb}
        </Button>
        <Button onClick={onCancel}>{isOver ? "Close" : "Cancel"}</Button>
      </div>
    </form>
  );
}
