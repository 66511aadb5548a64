"use client";

/** Approving another submission's args: at once where that costs little, else after a look at what it replaces. */
import { useRef, useState } from "react";
import { AwaitedPart } from "@/components/awaited-part";
import { useLoaded } from "@/components/use-loaded";
import type { DecisionBody } from "@/lib/wire/decision";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { approvalOf } from "../../decide/decision-body";
import { riskOf } from "../../decide/risk";
import type { Decide } from "../../use-decide";

const fetchInsteadDialog = () => import("./instead-dialog");

/** What was shown stays what is asked about, whatever the page becomes meanwhile. */
type Asked = { intent: IntentDto; submission: SubmissionDto };

/** `intent`: as it was shown to the operator. */
export function useInstead(intent: IntentDto, decide: Decide) {
  const openerRef = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [part, want, loading] = useLoaded(fetchInsteadDialog);
  return {
    approve(submission: SubmissionDto, opener: HTMLElement) {
      const { about } = submission;
      if (riskOf({ tool: intent.tool, ...(about && { about }) }).kind === "low") {
        return decide.mutate(choiceOf({ intent, submission }));
      }
      want();
      openerRef.current = opener;
      setAsked({ intent, submission });
      setOpen(true);
    },
    dialog: (
      <>
        {open && <AwaitedPart loading={loading} />}
        {asked && part && (
          <part.InsteadDialog
            {...asked}
            open={open}
            onOpenChange={setOpen}
            openerRef={openerRef}
            onApprove={() => decide.mutate(choiceOf(asked))}
          />
        )}
      </>
    ),
  };
}

function choiceOf({ intent, submission: { argsDigest, id } }: Asked): DecisionBody {
  return { ...approvalOf(intent), argsDigest, submissionId: id, replaces: intent.argsDigest };
}
