import type { ReactNode } from "react";
import { Mark } from "./mark";

export const MAIN_ID = "main";

type AppShellProps = { search: ReactNode; nav: ReactNode; tools: ReactNode; children: ReactNode };

/** One bar of navigation: at the left on a desktop, at the thumb on a phone. The same elements, never twice. */
export function AppShell({ search, nav, tools, children }: AppShellProps) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-md border bg-raised px-3 py-2 font-medium text-ink text-sm shadow-overlay focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="fixed inset-x-0 bottom-0 z-30 flex min-h-(--bar-bottom) items-center justify-between border-t bg-canvas px-1 pb-[env(safe-area-inset-bottom)] md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:justify-start md:border-t-0 md:border-r md:p-2">
        <p className="hidden h-9 items-center gap-2 px-2 font-semibold text-base text-ink md:mb-3 md:flex">
          <Mark className="size-5" />
          Interlock
        </p>
        <div className="max-md:order-2">{search}</div>
        <nav
          aria-label="Main"
          className="flex max-md:order-1 max-md:flex-1 max-md:justify-around md:flex-1 md:flex-col md:gap-0.5"
        >
          {nav}
        </nav>
        <div className="flex items-center gap-1 max-md:order-3 md:mt-2 md:justify-between">{tools}</div>
      </header>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="min-w-0 bg-surface pb-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] outline-none max-md:min-h-dvh md:pb-0"
      >
        {children}
      </main>
    </div>
  );
}
