import { clsx } from "clsx";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";

/** The browser's own list: every phone and every screen reader knows it. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative flex h-fit">
      <select className={clsx("h-11 appearance-none truncate pr-9 md:h-9", className)} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}
