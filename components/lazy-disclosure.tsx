"use client";

import { clsx } from "clsx";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type ReactNode, useState } from "react";

type LazyDisclosureProps = {
  summary: ReactNode;
  /** Drawn when it is first opened: where there are hundreds, most never are. */
  children: () => ReactNode;
  /** Without a box of its own around what is opened. */
  isBare?: boolean;
};

export function LazyDisclosure({ summary, children, isBare = false }: LazyDisclosureProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="group" onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary className="-ml-1 inline-flex min-h-11 list-none items-center gap-1 rounded-sm pr-2 text-ink-soft text-sm hover:text-ink md:min-h-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      {wasOpened && (
        <div className={clsx("mt-1", !isBare && "overflow-hidden rounded-md border bg-sunken")}>{children()}</div>
      )}
    </details>
  );
}
