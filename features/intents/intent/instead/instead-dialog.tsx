"use client";

import { useQuery } from "@tanstack/react-query";
import { Dialog, type DialogControl } from "@/components/dialog";
import { ErrorPanel } from "@/components/error-panel";
import { Skeleton } from "@/components/skeleton";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { choiceQuery } from "../queries";
import { InsteadReview } from "./instead-review";

type InsteadDialogProps = DialogControl & {
  /** As it was shown to the operator. */
  intent: IntentDto;
  /** Whose args are approved in the place of what would run. */
  submission: SubmissionDto;
  onApprove: () => void;
};

/** Another submission's args: what they replace is said before they are approved. */
export function InsteadDialog({ intent, submission, onApprove, ...control }: InsteadDialogProps) {
  const choice = useQuery(choiceQuery(intent.id, submission.id));
  return (
    <Dialog
      {...control}
      title={`Approve these args for “${intent.title}” instead?`}
      description="They take the place of what would run now. Whoever asked for that gets this result."
    >
      {choice.isPending && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading what would run instead</span>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      )}
      {choice.isError && (
        <ErrorPanel
          title="Could not load what would run instead"
          error={choice.error}
          retry={choice.refetch}
          retrying={choice.isFetching}
        />
      )}
      {choice.data && (
        <InsteadReview
          intent={intent}
          choice={choice.data}
          args={submission.executableArgs}
          agent={submission.agent ?? intent.agent}
          how="instead"
          refusal={null}
          isBusy={false}
          back={{ label: "Cancel", onBack: () => control.onOpenChange(false) }}
          onApprove={() => {
            control.onOpenChange(false);
            onApprove();
          }}
        />
      )}
    </Dialog>
  );
}
