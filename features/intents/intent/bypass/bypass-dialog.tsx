"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";
import { Select } from "@/components/select";
import type { BypassBody } from "@/lib/wire/bypass";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { compareFields } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";
import { candidatesOf, submissionLabel } from "./candidates";

const REASON_LENGTH_MAX = 2_000;

type BypassDialogProps = DialogControl & {
  intent: IntentDto;
  /** Whose args somebody else's order is about: this is the second word on it. Null: it is the first. */
  pendingSubmissionId: string | null;
  submissions: readonly SubmissionDto[];
  onOrder: (body: BypassBody) => void;
};

export function BypassDialog({ intent, pendingSubmissionId, ...props }: BypassDialogProps) {
  const { submissions, onOrder, ...control } = props;
  const isConfirming = pendingSubmissionId !== null;
  return (
    <Dialog
      {...control}
      title={`${isConfirming ? "Confirm a second" : "Order a second"} “${intent.title}”`}
      description="It is done under a new key, whatever became of this one. Your name and your reason are kept with it."
    >
      <BypassForm
        intent={intent}
        pendingSubmissionId={pendingSubmissionId}
        submissions={submissions}
        onOrder={onOrder}
        onCancel={() => control.onOpenChange(false)}
      />
    </Dialog>
  );
}

type BypassFormProps = Pick<BypassDialogProps, "intent" | "pendingSubmissionId" | "submissions" | "onOrder"> & {
  onCancel: () => void;
};

function BypassForm({ intent, pendingSubmissionId, submissions, onOrder, onCancel }: BypassFormProps) {
  const [reason, setReason] = useState("");
  const [submissionId, setSubmissionId] = useState(pendingSubmissionId ?? "");
  const [asked, setAsked] = useState(false);
  const isConfirming = pendingSubmissionId !== null;
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing) onOrder({ reason: reason.trim(), ...(submissionId === "" ? {} : { submissionId }) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <WhatRunsAgain
        intent={intent}
        submissions={submissions}
        value={submissionId}
        onChange={isConfirming ? null : setSubmissionId}
      />
      <Field label="Reason" error={asked && isMissing ? "Say why it must happen a second time." : null}>
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          {isConfirming ? "Confirm the bypass" : "Order the bypass"}
        </Button>
      </div>
    </form>
  );
}

type WhatRunsAgainProps = {
  intent: IntentDto;
  submissions: readonly SubmissionDto[];
  /** Empty: what ran. */
  value: string;
  /** Null: it is settled, and only shown. */
  onChange: ((id: string) => void) | null;
};

/** Whose args: those that ran, or another submission's; and how those differ. */
function WhatRunsAgain({ intent, submissions, value, onChange }: WhatRunsAgainProps) {
  const candidates = candidatesOf(intent, submissions);
  const chosen = submissions.find(({ id }) => id === value && id !== intent.submissionId);
  return (
    <>
      {onChange !== null && candidates.length > 0 && (
        <Field label="Which args run again">
          {(control) => (
            <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
              <option value="">Those of this intent</option>
              {candidates.map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {submissionLabel(candidate)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {chosen?.fields && intent.fields && (
        <DifferenceTable
          label="What this intent is about, and what would run again"
          comparison={compareFields(intent.fields, chosen.fields)}
          sides={{ runs: "This intent", other: "Would run" }}
        />
      )}
    </>
  );
}
