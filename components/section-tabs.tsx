"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";

export type SectionTab = { href: string; word: string };

/** The parts of one screen, each with an address of its own: links, not widgets. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const path = usePathname();
  return (
    <nav
      aria-label={label}
      className="flex max-w-full overflow-x-auto max-md:order-last max-md:-mx-2 max-md:w-[calc(100%+1rem)]"
    >
      {tabs.map(({ href, word }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? "page" : undefined}
          className={clsx(
            "flex min-h-11 shrink-0 items-center rounded-md px-2.5 font-medium text-sm transition-colors focus-visible:-outline-offset-2 md:min-h-8",
            path === href ? "bg-pressed text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
          )}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
