import ArrowLeft from "lucide-react/icons/arrow-left";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonStyle } from "./button";

type BackTitleProps = { href: string; to: string; children: ReactNode };

/** The title of one thing out of a list, and the way back to the list. */
export function BackTitle({ href, to, children }: BackTitleProps) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Link href={href} aria-label={to} title={to} className={buttonStyle({ variant: "ghost", size: "icon" })}>
        <ArrowLeft aria-hidden />
      </Link>
      <h1 className="min-w-0 font-semibold text-base text-ink">{children}</h1>
    </div>
  );
}
