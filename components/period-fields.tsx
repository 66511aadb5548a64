"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { Field, Input } from "./field";

export type Period = { from: string; to: string };

type PeriodFieldsProps = {
  period: Period;
  onChange: (period: Period) => void;
  hint: string;
  /** What is wrong with it. */
  error?: string | null;
};

/** From when to when, in the reader's own time zone; the texts are those of the fields (`local-time`). */
export function PeriodFields({ period, onChange, hint, error }: PeriodFieldsProps) {
  const noteId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid gap-3 sm:grid-cols-2">
        {(["from", "to"] as const).map((end) => (
          <Field key={end} label={end === "from" ? "From" : "To"}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                aria-describedby={noteId}
                aria-invalid={error ? true : undefined}
                value={period[end]}
                onChange={(event) => onChange({ ...period, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p id={noteId} className={clsx("text-sm", error ? "text-bad" : "text-ink-faint")}>
        {error ?? hint}
      </p>
    </div>
  );
}
