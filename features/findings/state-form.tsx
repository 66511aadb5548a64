"use client";

import { useId, useRef, useState } from "react";
import { Button } from "@/components/button";
import { Field, Textarea } from "@/components/field";
import type { FindingDto, FindingStateBody } from "@/lib/wire/finding";
import type { FindingState } from "./finding-filter";

const NOTE_LENGTH_MAX = 4_000;

const STEPS: Record<FindingState, FindingState[]> = {
  open: ["acknowledged", "resolved"],
  acknowledged: ["resolved", "open"],
  resolved: ["open"],
};
const VERBS: Record<FindingState, string> = { acknowledged: "Acknowledge", resolved: "Resolve", open: "Open again" };

type StateFormProps = { finding: FindingDto; isBusy: boolean; onChange: (body: FindingStateBody) => void };

export function StateForm({ finding, isBusy, onChange }: StateFormProps) {
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const noteRef = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();

  function say(state: FindingState) {
    const said = note.trim();
    const lacksNote = state === "resolved" && said === "";
    setMissing(lacksNote);
    if (lacksNote) noteRef.current?.focus();
    else onChange({ state, version: finding.version, ...(said !== "" && { note: said }) });
  }

  return (
    <form aria-labelledby={titleId} onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-3">
      <h3 id={titleId} className="sr-only">
        Say what came of it
      </h3>
      <Field
        label="Note"
        hint="Needed to resolve it. Whoever sees this finding later reads it."
        error={isMissing ? "To resolve it, say what came of it." : null}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={noteRef}
            maxLength={NOTE_LENGTH_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {STEPS[finding.state].map((state, index) => (
          <Button key={state} variant={index === 0 ? "primary" : "secondary"} busy={isBusy} onClick={() => say(state)}>
            {VERBS[state]}
          </Button>
        ))}
      </div>
    </form>
  );
}
