"use client";

import { type FormEvent, type RefObject, useState } from "react";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";

const REASON_LENGTH_MAX = 2_000;

type BypassDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openerRef: RefObject<HTMLElement | null>;
  title: string;
  /** Somebody else ordered it; this is the second word. */
  isConfirming: boolean;
  onOrder: (reason: string) => void;
};

export function BypassDialog({ open, onOpenChange, openerRef, title, isConfirming, onOrder }: BypassDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      openerRef={openerRef}
      title={`${isConfirming ? "Confirm a second" : "Order a second"} “${title}”`}
      description="It will happen again, under a new key, whatever happened the first time. Your name and your reason are kept with it."
    >
      <BypassForm
        verb={isConfirming ? "Confirm the bypass" : "Order the bypass"}
        onCancel={() => onOpenChange(false)}
        onOrder={onOrder}
      />
    </Dialog>
  );
}

type BypassFormProps = { verb: string; onCancel: () => void; onOrder: (reason: string) => void };

function BypassForm({ verb, onCancel, onOrder }: BypassFormProps) {
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing) onOrder(reason.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Reason" error={asked && isMissing ? "Say why it must happen a second time." : null}>
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          {verb}
        </Button>
      </div>
    </form>
  );
}
