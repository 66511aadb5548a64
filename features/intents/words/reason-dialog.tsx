"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";
import { Kbd } from "@/components/kbd";

const REASON_LENGTH_MAX = 2_000;

type ReasonFormProps = {
  /** What the button says. */
  verb: string;
  /** What somebody who gave no reason is told. */
  missing: string;
  /** What Ctrl and Enter do, in a word; absent: nothing. */
  shortcut?: string;
  onReason: (reason: string) => void;
};

type ReasonDialogProps = DialogControl & ReasonFormProps & { title: string; description: string };

/** Asks for the reason without which something is not done. */
export function ReasonDialog({ title, description, verb, missing, shortcut, onReason, ...control }: ReasonDialogProps) {
  return (
    <Dialog {...control} title={title} description={description}>
      <ReasonForm
        verb={verb}
        missing={missing}
        shortcut={shortcut}
        onCancel={() => control.onOpenChange(false)}
        onReason={onReason}
      />
    </Dialog>
  );
}

function ReasonForm({ verb, missing, shortcut, onCancel, onReason }: ReasonFormProps & { onCancel: () => void }) {
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing) onReason(reason.trim());
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Reason" error={asked && isMissing ? missing : null}>
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={shortcut === undefined ? undefined : submitOnEnter}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        {shortcut !== undefined && (
          <span className="mr-auto text-ink-faint text-xs max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> {shortcut}
          </span>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          {verb}
        </Button>
      </div>
    </form>
  );
}
