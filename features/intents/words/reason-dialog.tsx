"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
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
  /** Reasons to start from; each can be edited before it is sent. */
  canned?: readonly string[];
  /** Given where it can no longer be done: why. */
  over?: ReactNode;
  onReason: (reason: string) => void;
};

type ReasonDialogProps = DialogControl & ReasonFormProps & { title: string; description: ReactNode };

/** Asks for the reason without which something is not done. */
export function ReasonDialog({ title, description, ...rest }: ReasonDialogProps) {
  const { open, onOpenChange, openerRef, ...form } = rest;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} openerRef={openerRef} title={title} description={description}>
      <ReasonForm {...form} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = ReasonFormProps & { onCancel: () => void };

function ReasonForm({ verb, missing, shortcut, canned, over, onCancel, onReason }: FormProps) {
  const isOver = over !== undefined && over !== null;
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOver) return;
    setAsked(true);
    if (!isMissing) onReason(reason.trim());
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isOver && <div className="-mb-4">{over}</div>}
      <Field label="Reason" error={asked && isMissing ? missing : null}>
        {(control) => (
          <Textarea
            {...control}
            ref={textRef}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={shortcut === undefined ? undefined : submitOnEnter}
          />
        )}
      </Field>
      {canned && (
        <CannedReasons
          reasons={canned}
          onChoose={(chosen) => {
            setReason(chosen);
            textRef.current?.focus();
          }}
        />
      )}
      <div className="flex items-center justify-end gap-2">
        {shortcut !== undefined && (
          <span className="mr-auto text-ink-faint text-xs max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> {shortcut}
          </span>
        )}
        <Button onClick={onCancel}>{isOver ? "Close" : "Cancel"}</Button>
        <Button type="submit" variant="danger" aria-disabled={isOver || undefined}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

type CannedReasonsProps = { reasons: readonly string[]; onChoose: (reason: string) => void };

/** Fills the field and leaves the last word to the operator. */
function CannedReasons({ reasons, onChoose }: CannedReasonsProps) {
  return (
    <fieldset className="-mt-1">
      <legend className="mb-1.5 text-ink-soft text-sm">Or start from one of these:</legend>
      <div className="flex flex-wrap gap-1.5">
        {reasons.map((reason) => (
          <Button key={reason} className="max-w-full text-left" onClick={() => onChoose(reason)}>
            {reason}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
