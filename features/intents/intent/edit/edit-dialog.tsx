"use client";

import { useState } from "react";
import { Dialog, type DialogControl } from "@/components/dialog";
import type { IntentDto } from "@/lib/wire/intent";
import { approvalOf } from "../../decide/decision-body";
import type { Decide } from "../../use-decide";
import { undecidedWords } from "../../words/decision-words";
import { EditForm } from "./edit-form";
import { EditReview } from "./edit-review";
import { type EditFault, placeErrors, type ReadEdit } from "./read-edit";
import { fieldErrorsOf } from "./server-errors";

type EditDialogProps = DialogControl & {
  /** As it was shown to the operator. */
  intent: IntentDto;
  /** A mutation of its own: what it is refused with is told here, beside what was typed. */
  decide: Decide;
};

type Reviewed = Extract<ReadEdit, { ok: true }>;

/** Other args than anybody submitted: typed, looked at as a difference, then approved as edited. */
export function EditDialog({ intent, decide, ...control }: EditDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(intent.args, null, 2));
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [faults, setFaults] = useState<EditFault[]>([]);

  function approve({ args }: Reviewed) {
    decide.mutate(
      { ...approvalOf(intent), args },
      {
        onSuccess: () => control.onOpenChange(false),
        onError: (error) => {
          const errors = fieldErrorsOf(error);
          if (errors.length === 0) return;
          setFaults(placeErrors(text, errors));
          setReviewed(null);
        },
      },
    );
  }

  const refusal = decide.isError && faults.length === 0 ? undecidedWords("approve", decide.error, intent) : null;
  return (
    <Dialog
      {...control}
      isLocked={decide.isPending}
      title={`Edit and approve “${intent.title}”`}
      description={
        reviewed === null
          ? "What you approve here is yours: it is kept as an edited submission under your name."
          : "This difference is what you approve."
      }
    >
      {reviewed === null ? (
        <EditForm
          text={text}
          onText={(next) => {
            setText(next);
            setFaults([]);
            decide.reset();
          }}
          before={{ args: intent.args, fields: intent.fields ?? [] }}
          faults={faults}
          onFaults={setFaults}
          onReview={setReviewed}
          onCancel={() => control.onOpenChange(false)}
        />
      ) : (
        <EditReview
          intent={intent}
          comparison={reviewed.comparison}
          refusal={refusal}
          isBusy={decide.isPending}
          onBack={() => setReviewed(null)}
          onApprove={() => approve(reviewed)}
        />
      )}
    </Dialog>
  );
}
