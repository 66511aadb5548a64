"use client";

import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { Button } from "@/components/button";
import { addLabel, type LabelRow } from "./agent-terms";

const LABELS_MAX = 32;
const NAME_MAX = 64;
const VALUE_MAX = 256;

type LabelRowsProps = { rows: LabelRow[]; onChange: (rows: LabelRow[]) => void; error: string | null };

/** Names and values that policies can ask for. */
export function LabelRows({ rows, onChange, error }: LabelRowsProps) {
  const addRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    if (!isAdding.current || rows.length === 0) return;
    isAdding.current = false;
    listRef.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  }, [rows.length]);

  const change = (id: number, part: Partial<LabelRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));

  return (
    <fieldset data-problem={error ? "" : undefined} className="flex flex-col gap-2">
      <legend className="mb-0.5 font-medium text-ink text-sm">Labels</legend>
      <p className="text-ink-faint text-sm">
        Policies can ask for them, for example <code className="font-mono text-xs">agent.labels.tier == "trusted"</code>
        .
      </p>
      <ul ref={listRef} className="flex flex-col gap-2 empty:hidden">
        {rows.map(({ id, name, value }, index) => (
          <li key={id} className="flex items-center gap-2">
            <LabelInput
              label={`Name of label ${index + 1}`}
              placeholder="tier"
              maxLength={NAME_MAX}
              value={name}
              onChange={(next) => change(id, { name: next })}
            />
            <span aria-hidden className="text-ink-faint">
              =
            </span>
            <LabelInput
              label={`Value of label ${index + 1}`}
              placeholder="trusted"
              maxLength={VALUE_MAX}
              value={value}
              onChange={(next) => change(id, { value: next })}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove label ${index + 1}`}
              onClick={() => {
                addRef.current?.focus();
                onChange(rows.filter((row) => row.id !== id));
              }}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      {rows.length < LABELS_MAX && (
        <Button
          ref={addRef}
          className="self-start"
          onClick={() => {
            isAdding.current = true;
            onChange(addLabel(rows));
          }}
        >
          <Plus aria-hidden />
          Add a label
        </Button>
      )}
    </fieldset>
  );
}

type LabelInputProps = {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
};

function LabelInput({ label, onChange, ...input }: LabelInputProps) {
  return (
    <input
      {...input}
      aria-label={label}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 w-full min-w-0 rounded-md border border-line-field bg-surface px-2.5 font-mono text-ink text-lg placeholder:text-ink-faint md:h-9 md:text-xs"
    />
  );
}
