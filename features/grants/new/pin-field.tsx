"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { AgentLine } from "@/components/agent-text";
import { FieldRoleBadge } from "@/components/field-role";
import { Select } from "@/components/select";
import { fieldName } from "../field-name";
import type { PinDraft, PinTest } from "./grant-draft";
import { PinValue } from "./pin-value";
import type { PinnableField } from "./pinnable-fields";
import { testsFor, valueHint } from "./test-words";

const CONTROL =
  "w-full rounded-md border border-line-field bg-surface px-3 text-ink text-lg aria-invalid:border-danger md:text-sm";

type PinFieldProps = {
  field: PinnableField;
  pin: PinDraft;
  onChange: (pin: PinDraft) => void;
  currency: string | null;
  problem: string | null;
};

/** One argument: its name, what is asked of it, and the value that it is compared with. */
export function PinField({ field, pin, onChange, currency, problem }: PinFieldProps) {
  const noteId = useId();
  const name = fieldName(field.pointer);
  const isPinned = pin.test !== "any";
  const note = problem ?? (isPinned ? valueHint(field, pin.test, currency) : "");
  const described = { "aria-describedby": note === "" ? undefined : noteId };
  return (
    <li
      className={clsx(
        "grid gap-x-3 gap-y-2 px-4 py-2.5 md:grid-cols-[11rem_10rem_minmax(0,1fr)]",
        isPinned && "bg-hover",
      )}
    >
      <div className="min-w-0 md:pt-1.5">
        <p className="flex flex-wrap items-center gap-1.5">
          <AgentLine text={name} className="font-medium text-ink [overflow-wrap:anywhere]" />
          <FieldRoleBadge role={field.role} />
        </p>
        {field.description && <AgentLine text={field.description} className="block text-ink-faint text-xs" />}
      </div>
      <Select
        {...described}
        aria-label={`What ${name} must be`}
        className={CONTROL}
        value={pin.test}
        onChange={(event) => onChange({ ...pin, test: event.target.value as PinTest })}
      >
        {testsFor(field).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {isPinned && (
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <PinValue
              {...described}
              aria-label={pin.test === "span" ? `Least value of ${name}` : `Value of ${name}`}
              aria-invalid={problem ? true : undefined}
              className={CONTROL}
              field={field}
              test={pin.test}
              value={pin.value}
              onValue={(value) => onChange({ ...pin, value })}
            />
            {pin.test === "span" && (
              <>
                <span className="text-ink-faint">and</span>
                <PinValue
                  {...described}
                  aria-label={`Greatest value of ${name}`}
                  aria-invalid={problem ? true : undefined}
                  className={CONTROL}
                  field={field}
                  test={pin.test}
                  value={pin.upTo}
                  onValue={(upTo) => onChange({ ...pin, upTo })}
                />
              </>
            )}
          </div>
        </div>
      )}
      {note !== "" && (
        <p
          id={noteId}
          className={clsx("text-sm md:col-span-2 md:col-start-2", problem ? "text-bad" : "text-ink-faint")}
        >
          {note}
        </p>
      )}
    </li>
  );
}
