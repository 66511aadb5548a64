import type { ReactNode } from "react";

/** The strip of filters above a list. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2 border-b px-4 py-2 md:px-6">
      {children}
    </search>
  );
}
