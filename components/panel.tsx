import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type PanelProps = {
  title: ReactNode;
  /** Small things at the right of the title: a count, a copy button. */
  aside?: ReactNode;
  /** Buttons with a border, in line with those below. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled region of a screen. */
export function Panel({ title, aside, actions, children }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border bg-surface">
      <header
        className={clsx(
          "flex min-h-10 items-center justify-between gap-3 border-b py-1 pl-4",
          actions ? "pr-4" : "pr-2",
        )}
      >
        <h2 id={titleId} className="font-semibold text-ink text-sm">
          {title}
        </h2>
        {aside}
        {actions}
      </header>
      {children}
    </section>
  );
}
