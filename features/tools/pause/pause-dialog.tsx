"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { CheckLine } from "@/components/check-line";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Textarea } from "@/components/field";
import type { PausePlace } from "./pause-place";
import { pauseMeans, pauseWords } from "./pause-words";

const REASON_LENGTH_MAX = 2_000;

type PauseDialogProps = DialogControl & { place: PausePlace; onPause: (reason: string) => void };

/** Asks why, and for everything once more whether it is meant. */
export function PauseDialog({ place, onPause, ...control }: PauseDialogProps) {
  return (
    <Dialog {...control} title={pauseWords(place).pauseTitle} description={pauseMeans(place)}>
      <PauseForm
        place={place}
        onCancel={() => control.onOpenChange(false)}
        onPause={(reason) => {
          control.onOpenChange(false);
          onPause(reason);
        }}
      />
    </Dialog>
  );
}

type PauseFormProps = { place: PausePlace; onCancel: () => void; onPause: (reason: string) => void };

function PauseForm({ place, onCancel, onPause }: PauseFormProps) {
  const [reason, setReason] = useState("");
  const [isMeant, setMeant] = useState(place.covers === "tool");
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing && isMeant) onPause(reason.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Reason"
        hint="Operators read it wherever something waits because of it."
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
      {place.covers === "everything" && (
        <div>
          <CheckLine
            label="Every tool of every agent stops until somebody resumes everything"
            checked={isMeant}
            onChange={setMeant}
          />
          {asked && !isMeant && (
            <p role="alert" className="text-bad text-sm">
              Confirm that you mean everything, not one tool.
            </p>
          )}
        </div>
      )}
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          {pauseWords(place).pauseTitle}
        </Button>
      </div>
    </form>
  );
}
