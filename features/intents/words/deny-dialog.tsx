"use client";

import type { ReactNode } from "react";
import type { DialogControl } from "@/components/dialog";
import { DENIAL_REASONS } from "./denial-reasons";
import { ReasonDialog } from "./reason-dialog";

type DenyDialogProps = DialogControl & {
  title: string;
  /** What is denied, where the title alone does not say it. */
  what?: ReactNode;
  onDeny: (reason: string) => void;
};

export function DenyDialog({ title, what, onDeny, ...control }: DenyDialogProps) {
  return (
    <ReasonDialog
      {...control}
      title={`Deny “${title}”`}
      description={
        <>
          {what && <p className="mb-1 text-ink">{what}</p>}
          <p>Nothing will run. The agent gets your reason and can act on it.</p>
        </>
      }
      verb="Deny"
      missing="Say why: the agent needs a reason to stop asking."
      shortcut="denies"
      canned={DENIAL_REASONS}
      onReason={onDeny}
    />
  );
}
