"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog, type DialogControl } from "./dialog";

type ConfirmDialogProps = DialogControl & {
  title: ReactNode;
  /** What follows from it, spelled out. */
  consequence: ReactNode;
  verb: string;
  variant?: "danger" | "primary";
  onConfirm: () => void;
};

/** Asks once more before something that somebody will notice. The focus starts on the way back. */
export function ConfirmDialog({ title, consequence, verb, variant, onConfirm, ...control }: ConfirmDialogProps) {
  return (
    <Dialog {...control} title={title} description={consequence}>
      <div className="flex items-center justify-end gap-2">
        <Button onClick={() => control.onOpenChange(false)}>Cancel</Button>
        <Button
          variant={variant ?? "danger"}
          onClick={() => {
            control.onOpenChange(false);
            onConfirm();
          }}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
