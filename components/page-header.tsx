import type { ReactNode } from "react";

/** The strip at the top of a screen; stays in sight while the rest scrolls. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="sticky top-0 z-20 flex min-h-(--bar-top) flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-2 md:px-6">
      {title}
      {children}
    </div>
  );
}
