import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Icon } from "./badge";

/** Things that happened, in order, on a line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="px-4 py-3">
      {children}
    </ol>
  );
}

type TimelineItemProps = {
  icon: Icon;
  /** The one among them that people look for. */
  isMain?: boolean;
  className?: string;
  children: ReactNode;
};

export function TimelineItem({ icon: Glyph, isMain = false, className, children }: TimelineItemProps) {
  return (
    <li
      className={clsx(
        "relative flex gap-3 pb-4 before:absolute before:top-6 before:bottom-0 before:left-[0.6875rem] before:w-px before:bg-line-strong last:pb-0 last:before:hidden",
        className,
      )}
    >
      <span
        className={clsx(
          "z-0 mt-px flex size-[1.375rem] shrink-0 items-center justify-center rounded-full border",
          isMain ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface text-ink-soft",
        )}
      >
        <Glyph aria-hidden className="size-3" />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
