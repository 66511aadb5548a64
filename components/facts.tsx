import type { ReactNode } from "react";

/** Names and values, as a description list. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center gap-3 px-4 py-1">
      <dt className="w-24 shrink-0 text-ink-faint text-sm">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1 text-ink text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
