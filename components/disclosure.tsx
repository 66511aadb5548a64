import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";

/** Detail that most readers do not need, one key press away. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="-ml-1 inline-flex min-h-11 list-none items-center gap-1 rounded-sm pr-2 text-ink-soft text-sm hover:text-ink md:min-h-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      <div className="mt-1 overflow-hidden rounded-md border bg-sunken">{children}</div>
    </details>
  );
}
