import { clsx } from "clsx";
import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import Link from "next/link";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { Pieces } from "../words/pieces";
import { otherLines } from "./other-words";

/** What else was asked for in its place; each leads to where the difference is shown whole. */
export function OtherAsks({ item, className }: { item: InboxItemDto; className?: string }) {
  const lines = otherLines(item);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What else was asked for" className={clsx("space-y-0.5", className)}>
      {lines.map(({ pieces, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
        <li key={index} className="flex items-start gap-1.5 text-warn">
          <GitCompareArrows aria-hidden className="mt-0.5 size-4 shrink-0" />
          <Link href={href} prefetch={false} className="min-w-0 underline-offset-2 hover:underline">
            <Pieces pieces={pieces} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
