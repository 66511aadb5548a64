import type { ReactNode, Ref } from "react";
import type { Icon } from "./badge";

type EmptyStateProps = {
  icon: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Given where the heading takes the focus, because what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** There is nothing, and that is an answer: says what would appear here and how. */
export function EmptyState({ icon: Glyph, title, children, actions, headingRef }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-16 text-center md:py-24">
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl border bg-surface text-ink-faint">
        <Glyph aria-hidden className="size-5" />
      </span>
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="font-semibold text-base text-ink">
        {title}
      </h2>
      {children && <div className="mt-1.5 w-full text-ink-soft text-sm">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
