"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";

const REASON_LENGTH_MAX = 2_000;

type PauseDialogProps = DialogControl & { onPause: (reason: string) => void };

export function PauseDialog({ onPause, ...control }: PauseDialogProps) {
  return (
    <Dialog
      {...control}
      title="Pause this agent"
      description="From the answer on nothing of it is claimed. What it submits is still recorded, and waits. What is executing finishes. Clocks of holds stand still until somebody resumes it."
    >
      <PauseForm
        onCancel={() => control.onOpenChange(false)}
        onPause={(reason) => {
          control.onOpenChange(false);
          onPause(reason);
        }}
      />
    </Dialog>
  );
}

function PauseForm({ onCancel, onPause }: { onCancel: () => void; onPause: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing) onPause(reason.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Reason"
        hint="Operators read it wherever something waits because of it. The agent does not."
        error={asked && isMissing ? "Say why: somebody else has to know when to resume." : null}
      >
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
          Pause
        </Button>
      </div>
    </form>
  );
}
