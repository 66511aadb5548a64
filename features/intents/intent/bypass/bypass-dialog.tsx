"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog, type DialogControl } from "@/components/dialog";
import { ErrorPanel } from "@/components/error-panel";
import { Field } from "@/components/field";
import { Select } from "@/components/select";
import { Skeleton } from "@/components/skeleton";
import type { BypassBody, BypassDto } from "@/lib/wire/bypass";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { compareFields } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";
import { choiceQuery } from "../queries";
import { candidatesOf, submissionLabel } from "./candidates";
import { OrderForm } from "./order-form";
import { orderTitle } from "./order-words";

type BypassDialogProps = DialogControl & {
  intent: IntentDto;
  operator: OperatorDto;
  /** Somebody else's order, which this is the next word on. Null: it is the first. */
  pending: BypassDto | null;
  submissions: readonly SubmissionDto[];
  onOrder: (body: BypassBody) => void;
};

/** What would run again, exactly, how many people that takes, and why it must. */
export function BypassDialog({ open, onOpenChange, openerRef, ...asked }: BypassDialogProps) {
  const { intent, pending } = asked;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      openerRef={openerRef}
      title={orderTitle(intent.state, intent.title, pending !== null)}
      description="It is done under a new key, whatever became of this one. Your name and your reason are kept with it."
    >
      <Question {...asked} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

type QuestionProps = Omit<BypassDialogProps, keyof DialogControl> & { onCancel: () => void };

function Question({ intent, operator, pending, submissions, onOrder, onCancel }: QuestionProps) {
  const [submissionId, setSubmissionId] = useState(pending?.submissionId ?? "");
  const choice = useQuery(choiceQuery(intent.id, submissionId === "" ? null : submissionId));
  const chosen = submissions.find(({ id }) => id === submissionId);
  return (
    <>
      <WhichArgs
        intent={intent}
        submissions={submissions}
        value={submissionId}
        onChange={pending === null ? setSubmissionId : null}
      />
      {choice.isPending && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading what would run again</span>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      )}
      {choice.isError && (
        <ErrorPanel
          title="Could not load what would run again"
          error={choice.error}
          retry={choice.refetch}
          retrying={choice.isFetching}
        />
      )}
      {choice.data && (
        <OrderForm
          key={submissionId}
          tool={intent.tool}
          choice={choice.data}
          args={chosen?.executableArgs ?? intent.args}
          agent={chosen?.agent ?? intent.agent}
          operator={operator}
          pending={pending}
          onOrder={(reason) => onOrder({ reason, ...(submissionId === "" ? {} : { submissionId }) })}
          onCancel={onCancel}
        />
      )}
    </>
  );
}

type WhichArgsProps = {
  intent: IntentDto;
  submissions: readonly SubmissionDto[];
  /** Empty: what ran. */
  value: string;
  /** Null: it is settled, and only shown. */
  onChange: ((id: string) => void) | null;
};

/** Whose args: those that ran, or another submission's; and how those differ. */
function WhichArgs({ intent, submissions, value, onChange }: WhichArgsProps) {
  const candidates = candidatesOf(intent, submissions);
  const chosen = submissions.find(({ id }) => id === value && id !== intent.submissionId);
  return (
    <div className="mb-4 flex flex-col gap-4 empty:hidden">
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
          isNarrow
          label="What this intent is about, and what would run again"
          comparison={compareFields(intent.fields, chosen.fields)}
          sides={{ runs: "This intent", other: "Would run" }}
        />
      )}
    </div>
  );
}
