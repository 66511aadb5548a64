"use client";

import type { DialogControl } from "@/components/dialog";
import { ReasonDialog } from "./reason-dialog";

type DenyDialogProps = DialogControl & { title: string; onDeny: (reason: string) => void };

export function DenyDialog({ title, onDeny, ...control }: DenyDialogProps) {
  return (
    <ReasonDialog
      {...control}
      title={`Deny “${title}”`}
      description="Nothing will run. The agent gets your reason and can act on it."
      verb="Deny"
      missing="Say why: the agent needs a reason to stop asking."
      shortcut="denies"
      onReason={onDeny}
    />
  );
}
