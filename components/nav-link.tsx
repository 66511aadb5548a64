"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";

export function navItemStyle(isCurrent: boolean): string {
  return clsx(
    "relative flex min-h-13 min-w-16 flex-col items-center justify-center gap-0.5 rounded-md font-medium text-xs transition-colors md:min-h-8 md:flex-row md:justify-start md:gap-2 md:px-2 md:text-sm [&>svg]:size-5 md:[&>svg]:size-4",
    isCurrent ? "text-ink md:bg-pressed" : "text-ink-soft hover:text-ink md:hover:bg-hover",
  );
}

type NavLinkProps = { href: string; icon: ReactNode; className?: string; children: ReactNode };

/** A place in the console. Marked as current for the screen itself and for everything below it. */
export function NavLink({ href, icon, className, children }: NavLinkProps) {
  const path = usePathname();
  const isCurrent = path === href || (href !== "/" && path.startsWith(`${href}/`));
  // Fetched ahead for whoever is on the way there. All places at once would stand in front of what this screen shows.
  const [isNear, setIsNear] = useState(false);
  const approach = () => setIsNear(true);
  return (
    <Link
      href={href}
      prefetch={isNear ? null : false}
      onPointerEnter={approach}
      onFocus={approach}
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(navItemStyle(isCurrent), className)}
    >
      {icon}
      {children}
    </Link>
  );
}
