"use client";

import { type FormEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";
import { Kbd } from "@/components/kbd";

const REASON_LENGTH_MAX = 2_000;

type DenyDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openerRef: RefObject<HTMLElement | null>;
  title: string;
  onDeny: (reason: string) => void;
};

export function DenyDialog({ open, onOpenChange, openerRef, title, onDeny }: DenyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      openerRef={openerRef}
      title={`Deny “${title}”`}
      description="Nothing will run. The agent gets your reason and can act on it."
    >
      <DenyForm onCancel={() => onOpenChange(false)} onDeny={onDeny} />
    </Dialog>
  );
}

function DenyForm({ onCancel, onDeny }: { onCancel: () => void; onDeny: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing) onDeny(reason.trim());
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Reason" error={asked && isMissing ? "Say why: the agent needs a reason to stop asking." : null}>
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={submitOnEnter}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-ink-faint text-xs max-md:hidden">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> denies
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          Deny
        </Button>
      </div>
    </form>
  );
}
