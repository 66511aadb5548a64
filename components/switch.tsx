"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type SwitchProps = {
  label: string;
  hint: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
};

/** Something that is on or off. The word says which, not only the colour. */
export function Switch({ label, hint, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-13 items-center justify-between gap-6 px-4 py-3">
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-medium text-ink text-sm">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onChange(!isOn)}
        className="flex min-h-11 shrink-0 items-center gap-2 rounded-md px-1 aria-disabled:cursor-default aria-disabled:opacity-55 md:min-h-8"
      >
        <span aria-hidden className="w-6 text-right text-ink-soft text-xs">
          {isOn ? "On" : "Off"}
        </span>
        <span
          aria-hidden
          className={clsx(
            "relative h-5 w-9 rounded-full border transition-colors",
            isOn ? "border-accent bg-accent" : "border-line-field bg-sunken",
          )}
        >
          <span
            className={clsx(
              "absolute top-0.5 size-3.5 rounded-full transition-[left]",
              isOn ? "left-[1.125rem] bg-on-accent" : "left-0.5 bg-line-field",
            )}
          />
        </span>
      </button>
    </div>
  );
}
