"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog, type DialogControl } from "@/components/dialog";
import type { ChoiceDto } from "@/lib/wire/choice";
import type { IntentDto } from "@/lib/wire/intent";
import { approvalOf } from "../../decide/decision-body";
import type { Decide } from "../../use-decide";
import { undecidedWords } from "../../words/decision-words";
import { InsteadReview } from "../instead/instead-review";
import { explainChoice } from "../queries";
import { EditForm } from "./edit-form";
import { type EditFault, NOTHING_CHANGED, placeErrors } from "./read-edit";
import { fieldErrorsOf, uncheckedWords } from "./server-errors";

type EditDialogProps = DialogControl & {
  /** As it was shown to the operator. */
  intent: IntentDto;
  /** A mutation of its own: what it is refused with is told here, beside what was typed. */
  decide: Decide;
};

type Args = Record<string, unknown>;
type Reviewed = { args: Args; choice: ChoiceDto };

/** Other args than anybody submitted: typed, read by the server, looked at as a difference, then approved as edited. */
export function EditDialog({ intent, decide, ...control }: EditDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(intent.args, null, 2));
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [faults, setFaults] = useState<EditFault[]>([]);
  const check = useMutation({
    mutationFn: (args: Args) => explainChoice(intent.id, { args }),
    onSuccess: (choice, args) => {
      // Only spelled otherwise, or what the contract fills in by itself.
      if (choice.argsDigest === intent.argsDigest) setFaults([NOTHING_CHANGED]);
      else setReviewed({ args, choice });
    },
    onError: (error) => setFaults(placeErrors(text, fieldErrorsOf(error))),
  });

  /** What was typed stays; what the server said of it may be old when it is opened again. */
  function setOpen(open: boolean) {
    if (!open) setReviewed(null);
    control.onOpenChange(open);
  }

  function approve({ args, choice: { argsDigest } }: Reviewed) {
    const approval = { ...approvalOf(intent), argsDigest, replaces: intent.argsDigest, args };
    decide.mutate(approval, { onSuccess: () => setOpen(false) });
  }

  return (
    <Dialog
      {...control}
      onOpenChange={setOpen}
      isLocked={decide.isPending}
      title={`Edit and approve “${intent.title}”`}
      description={
        reviewed === null
          ? "What you approve here is yours: it is kept as an edited submission under your name."
          : "This difference is what you approve, under your name."
      }
    >
      {reviewed === null ? (
        <EditForm
          text={text}
          onText={(next) => {
            setText(next);
            setFaults([]);
            check.reset();
            decide.reset();
          }}
          before={{ args: intent.args, fields: intent.fields ?? [] }}
          faults={faults}
          onFaults={setFaults}
          unchecked={check.isError && faults.length === 0 ? uncheckedWords(check.error) : null}
          isBusy={check.isPending}
          onReview={check.mutate}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <InsteadReview
          intent={intent}
          {...reviewed}
          agent={intent.agent}
          how="as edited"
          refusal={decide.isError ? undecidedWords("approve", decide.error, intent) : null}
          isBusy={decide.isPending}
          back={{ label: "Back to the text", onBack: () => setReviewed(null) }}
          onApprove={() => approve(reviewed)}
        />
      )}
    </Dialog>
  );
}
