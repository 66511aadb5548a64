"use client";

import { Button } from "@/components/button";
import type { TextDiff } from "@/components/text-diff";
import { useDialog } from "@/components/use-dialog";
import { mayWithdraw, whyNotConfirm } from "../people-words";
import type { Written } from "../queries";
import type { ProposalPanelProps } from "./proposal-panel";

const fetchConfirmDialog = () => import("./confirm-proposal-dialog");

type ProposalBarProps = ProposalPanelProps & { written: Written; diff: TextDiff | null };

export function ProposalBar(props: ProposalBarProps) {
  const { proposal, operator, confirm, withdraw, onTake, isStale, written, diff } = props;
  const isBusy = confirm.isPending || withdraw.isPending || isStale;
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, isBusy);
  if (operator === null) return null;
  const why = whyNotConfirm(proposal, operator);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
      {why === null && (
        <Button {...opener} variant="primary" busy={isBusy}>
          Confirm…
        </Button>
      )}
      {mayWithdraw(proposal, operator) && (
        <Button
          busy={isBusy}
          onClick={() => {
            confirm.reset();
            withdraw.mutate(proposal.id);
          }}
        >
          Take the proposal back
        </Button>
      )}
      <Button variant="ghost" onClick={() => onTake(written)}>
        Open it in the editor
      </Button>
      {why !== null && <p className="text-ink-soft">{why}</p>}
      {dialog && (
        <dialog.ConfirmProposalDialog
          {...control}
          proposal={proposal}
          diff={diff}
          onConfirm={() => {
            control.onOpenChange(false);
            withdraw.reset();
            confirm.mutate({ id: proposal.id, digest: proposal.digest });
          }}
        />
      )}
    </div>
  );
}
