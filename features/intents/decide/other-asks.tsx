import { clsx } from "clsx";
import CircleSlash from "lucide-react/icons/circle-slash";
import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import type { Icon } from "@/components/badge";
import { Instant } from "@/components/instant";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { Pieces } from "../words/pieces";
import type { Weight } from "./became-words";
import { otherLines } from "./other-words";

type OtherAsksProps = { item: Pick<InboxItemDto, "id" | "about" | "others">; className?: string };

const LOOKS: Record<Weight, { icon: Icon; color: string }> = {
  happened: { icon: TriangleAlert, color: "text-bad" },
  may_happen: { icon: GitCompareArrows, color: "text-warn" },
  did_not: { icon: CircleSlash, color: "text-ink-soft" },
};

/** What else was asked for in its place and what became of it; each leads to where the difference is shown whole. */
export function OtherAsks({ item, className }: OtherAsksProps) {
  const lines = otherLines(item);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What else was asked for" className={clsx("space-y-0.5", className)}>
      {lines.map(({ pieces, weight, endedAt, href }, index) => {
        const { icon: Glyph, color } = LOOKS[weight];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
          <li key={index} className={clsx("flex items-start gap-1.5", color)}>
            <Glyph aria-hidden className="mt-0.5 size-4 shrink-0" />
            <Link
              href={href}
              prefetch={false}
              className="min-w-0 underline-offset-2 first-letter:uppercase hover:underline"
            >
              <Pieces pieces={pieces} />
              {endedAt !== null && (
                <>
                  {" on "}
                  <Instant at={endedAt} />
                </>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
