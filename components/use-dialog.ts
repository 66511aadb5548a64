"use client";

import { useRef, useState } from "react";
import { useLoaded } from "./use-loaded";

/**
 * A button and the dialog that it opens, which is fetched when the button is pointed at or focused. While the button is
 * busy it opens nothing.
 */
export function useDialog<T extends object>(fetchDialog: () => Promise<T>, isBusy: boolean) {
  const openerRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, want] = useLoaded(fetchDialog);
  const opener = {
    ref: openerRef,
    "aria-haspopup": "dialog",
    onPointerEnter: want,
    onFocus: want,
    onClick: () => {
      want();
      setOpen(!isBusy);
    },
  } as const;
  return { dialog, opener, control: { open, onOpenChange: setOpen, openerRef } };
}
