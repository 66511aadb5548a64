"use client";

import X from "lucide-react/icons/x";
import * as Primitive from "radix-ui/dialog";
import type { ReactNode, RefObject } from "react";
import { Button } from "./button";
import { ignoreHeldEnter } from "./ignore-held-enter";

export type DialogControl = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What opened it, and gets the focus back. */
  openerRef: RefObject<HTMLElement | null>;
};

type DialogProps = DialogControl & {
  title: ReactNode;
  description: ReactNode;
  /** Cannot be put away now: something is under way, or would be lost. */
  isLocked?: boolean;
  children: ReactNode;
};

/** A question that must be answered or put away before anything else. Sits at the thumb on a phone. */
export function Dialog({ open, onOpenChange, openerRef, title, description, isLocked, children }: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (isLocked && !next ? undefined : onOpenChange(next))}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        {/* A long one takes of the space above it before it scrolls. */}
        <div className="pointer-events-none fixed inset-0 z-50 grid max-md:items-end md:pb-6 md:grid-cols-[minmax(0,32rem)] md:grid-rows-[minmax(1.5rem,18vh)_minmax(min-content,max-content)] md:justify-center">
          <Primitive.Content
            onKeyDownCapture={ignoreHeldEnter}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              openerRef.current?.focus();
            }}
            className="pointer-events-auto relative max-h-[90dvh] min-w-0 animate-rise overflow-y-auto rounded-t-xl border bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-overlay focus:outline-none md:row-start-2 md:max-h-[calc(100dvh-3rem)] md:rounded-xl md:pb-5"
          >
            <Primitive.Title className="pr-10 font-semibold text-base text-ink">{title}</Primitive.Title>
            <Primitive.Description asChild>
              <div className="mt-1 mb-4 text-ink-soft text-sm">{description}</div>
            </Primitive.Description>
            {children}
            {/* Last, so that the first field gets the focus. */}
            {!isLocked && (
              <Primitive.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-3 right-3">
                  <X aria-hidden />
                </Button>
              </Primitive.Close>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
