"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A place in the console. Marked as current for the screen itself and for everything below it. */
export function NavLink({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  const path = usePathname();
  const current = path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-13 min-w-20 flex-col items-center justify-center gap-0.5 rounded-md font-medium text-xs transition-colors md:min-h-8 md:flex-row md:justify-start md:gap-2 md:px-2 md:text-sm [&_svg]:size-5 md:[&_svg]:size-4",
        current ? "text-ink md:bg-pressed" : "text-ink-soft hover:text-ink md:hover:bg-hover",
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
