import { clsx } from "clsx";
import Ban from "lucide-react/icons/ban";
import CircleSlash from "lucide-react/icons/circle-slash";
import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import type { Icon } from "@/components/badge";
import { Instant } from "@/components/instant";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { Denial } from "../words/denials";
import { Pieces } from "../words/pieces";
import type { Weight } from "./became-words";
import { type OtherLine, otherLines } from "./other-words";

type OtherAsksProps = { item: Pick<InboxItemDto, "id" | "about" | "others" | "hold">; className?: string };

const LOOKS: Record<Weight, { icon: Icon; color: string }> = {
  happened: { icon: TriangleAlert, color: "text-bad" },
  may_happen: { icon: GitCompareArrows, color: "text-warn" },
  did_not: { icon: CircleSlash, color: "text-ink-soft" },
};

const LINE = "flex items-start gap-1.5";
const GLYPH = "mt-0.5 size-4 shrink-0";

/**
 * All that was asked about the same target, as one cluster: what has happened already, who denied what and why, what
 * else was asked for and what became of it. Each leads to where the difference is shown whole.
 */
export function OtherAsks({ item, className }: OtherAsksProps) {
  const denials = item.hold?.deniedBefore ?? [];
  const denied = new Set(denials.map(({ intentId }) => intentId));
  const lines = otherLines({ ...item, others: item.others.filter(({ intentId }) => !denied.has(intentId)) });
  if (lines.length + denials.length === 0) return null;
  return (
    <ul aria-label="What else was asked for" className={clsx("space-y-0.5", className)}>
      <Lines lines={lines.filter(({ weight }) => weight === "happened")} />
      {denials.map((denial) => (
        <li key={denial.intentId} className={clsx(LINE, "text-bad")}>
          <Ban aria-hidden className={GLYPH} />
          <Denial denial={denial} />
        </li>
      ))}
      <Lines lines={lines.filter(({ weight }) => weight !== "happened")} />
    </ul>
  );
}

function Lines({ lines }: { lines: readonly OtherLine[] }) {
  return lines.map(({ pieces, weight, endedAt, href }, index) => {
    const { icon: Glyph, color } = LOOKS[weight];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
      <li key={index} className={clsx(LINE, color)}>
        <Glyph aria-hidden className={GLYPH} />
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
  });
}
