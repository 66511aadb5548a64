import type { ReactNode } from "react";

type CheckLineProps = {
  label: ReactNode;
  meaning?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A box to tick, with a target as wide as its words. */
export function CheckLine({ label, meaning, checked, onChange }: CheckLineProps) {
  return (
    <label className="flex min-h-11 items-start gap-2.5 py-2 text-sm md:min-h-8 md:py-1.5">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-ink">{label}</span>
        {meaning && <span className="block text-ink-soft">{meaning}</span>}
      </span>
    </label>
  );
}
