"use client";

import { ConfirmDialog } from "@/components/confirm-dialog";
import type { DialogControl } from "@/components/dialog";
import type { TextDiff } from "@/components/text-diff";
import type { ProposalDto } from "@/lib/wire/proposal";
import { morePeople } from "../people-words";
import { diffWords } from "../publish/publish-words";
import { Warnings } from "../warnings";

type ConfirmProposalDialogProps = DialogControl & {
  proposal: ProposalDto;
  diff: TextDiff | null;
  onConfirm: () => void;
};

/** What follows from this one word. */
export function ConfirmProposalDialog({ proposal, diff, onConfirm, ...control }: ConfirmProposalDialogProps) {
  const { tool, people, peopleNeeded, baseVersion, warnings } = proposal;
  const missing = peopleNeeded - people.length - 1;
  const name = people[0]?.name ?? "somebody";
  return (
    <ConfirmDialog
      {...control}
      title={`Confirm what ${name} proposes for ${tool}`}
      consequence={
        <div className="space-y-2">
          <p>
            {missing > 0
              ? `Your name stands behind it. ${morePeople(missing)} must confirm it after you.`
              : "Yours is the last word that is needed: it is published at once, and every submission is judged by it."}
          </p>
          <p>
            {diffWords(diff)} against version {baseVersion}.
          </p>
          <Warnings warnings={warnings} />
        </div>
      }
      verb={missing > 0 ? "Confirm it" : "Confirm and publish"}
      variant="primary"
      onConfirm={onConfirm}
    />
  );
}
