"use client";

import type { DialogControl } from "@/components/dialog";
import { ReasonDialog } from "../words/reason-dialog";

type BypassDialogProps = DialogControl & {
  title: string;
  /** Somebody else ordered it; this is the second word. */
  isConfirming: boolean;
  onOrder: (reason: string) => void;
};

export function BypassDialog({ title, isConfirming, onOrder, ...control }: BypassDialogProps) {
  return (
    <ReasonDialog
      {...control}
      title={`${isConfirming ? "Confirm a second" : "Order a second"} “${title}”`}
      description="It is done under a new key, whatever became of this one. Your name and your reason are kept with it."
      verb={isConfirming ? "Confirm the bypass" : "Order the bypass"}
      missing="Say why it must happen a second time."
      onReason={onOrder}
    />
  );
}
