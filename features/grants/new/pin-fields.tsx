"use client";

import { useId } from "react";
import { messageAt } from "@/components/field-problems";
import { pinPointer } from "../field-name";
import { knownCurrency, type PinDraft, pinOf } from "./grant-draft";
import type { FormPart } from "./grant-form";
import { PinField } from "./pin-field";
import type { PinnableField } from "./pinnable-fields";

type PinFieldsProps = FormPart & { fields: PinnableField[] };

/** Every argument of the tool, and what it must be for the grant to count. */
export function PinFields({ draft, fields, onChange, problems, refusal }: PinFieldsProps) {
  const noteId = useId();
  const change = (pointer: string, pin: PinDraft) => onChange({ ...draft, pins: { ...draft.pins, [pointer]: pin } });
  // Only what is wrong with all of them together: what is wrong with one is said at that one.
  const isAboutAll = fields.every(({ pointer }) => messageAt(refusal, pinPointer(pointer)) === null);
  const problem = problems["/where"] ?? (isAboutAll ? messageAt(refusal, "/where") : null);
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={noteId}>
      <legend className="mb-1 font-medium text-ink text-sm">It counts when</legend>
      <p id={noteId} className="text-ink-faint text-sm">
        All of it must hold. Values are read as the contract reads the argument itself.
      </p>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {problem}
        </p>
      )}
      <ul className="divide-y rounded-lg border">
        {fields.map((field) => (
          <PinField
            key={field.pointer}
            field={field}
            pin={pinOf(draft, field.pointer)}
            onChange={(pin) => change(field.pointer, pin)}
            currency={knownCurrency(draft, field)}
            problem={problems[pinPointer(field.pointer)] ?? messageAt(refusal, pinPointer(field.pointer))}
          />
        ))}
      </ul>
    </fieldset>
  );
}
