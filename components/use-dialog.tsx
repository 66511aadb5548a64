"use client";

import { useRef, useState } from "react";
import { AwaitedPart } from "./awaited-part";
import { useLoaded } from "./use-loaded";

/**
 * A button and the dialog that it opens, which is fetched when the button is pointed at or focused. While the button is
 * busy it opens nothing.
 */
export function useDialog<T extends object>(fetchDialog: () => Promise<T>, isBusy: boolean) {
  const openerRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, want, loading] = useLoaded(fetchDialog);
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
  const awaited = open ? <AwaitedPart loading={loading} /> : null;
  return { dialog, awaited, opener, control: { open, onOpenChange: setOpen, openerRef } };
}
