import { clsx } from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";

export type BarItem = {
  key: string;
  name: ReactNode;
  value: number;
  /** Beside the value: a share, an age. */
  note?: string;
  /** A background that has 3:1 on surface. */
  fill: string;
  /** Where those are that were counted; absent: nowhere, or there are none. */
  href?: string;
};

const COUNT = new Intl.NumberFormat();

/** A few counts, each with its name and a bar as long as it is large beside the largest. */
export function BarList({ label, items }: { label: string; items: BarItem[] }) {
  const most = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ul aria-label={label} className="px-4 py-2">
      {items.map(({ key, name, value, note, fill, href }) => (
        <li
          key={key}
          className="grid min-h-11 grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-3 text-sm md:min-h-8 md:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
        >
          <span className="min-w-0 truncate">
            {href === undefined || value === 0 ? (
              <span className={clsx("flex items-center gap-1.5", value === 0 ? "text-ink-faint" : "text-ink")}>
                {name}
              </span>
            ) : (
              <Link
                href={href}
                prefetch={false}
                className="inline-flex min-h-11 items-center gap-1.5 text-ink underline-offset-2 hover:underline md:min-h-6"
              >
                {name}
              </Link>
            )}
          </span>
          <InlineBar share={value / most} fill={fill} />
          <span className="min-w-16 text-right tabular-nums">
            <span className={value === 0 ? "text-ink-faint" : "font-medium text-ink"}>{COUNT.format(value)}</span>
            {note && <span className="ml-2 inline-block w-10 text-ink-faint">{note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type InlineBarProps = {
  share: number;
  fill: string;
  /** A part of it, drawn inside. */
  inner?: { share: number; fill: string };
  className?: string;
};

/** The numbers are beside it: this is for the eye alone. */
export function InlineBar({ share, fill, inner, className }: InlineBarProps) {
  return (
    <span aria-hidden className={clsx("relative block", inner ? "h-2.5" : "h-2", className)}>
      <Length share={share} className={clsx("inset-y-0 rounded-sm", fill)} />
      {inner && <Length share={inner.share} className={clsx("inset-y-[3px] rounded-full", inner.fill)} />}
    </span>
  );
}

/** What is there can be seen, however small it is beside the rest. */
function Length({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  const width = `${(Math.min(1, share) * 100).toFixed(2)}%`;
  return <span className={clsx("absolute left-0 min-w-0.5", className)} style={{ width }} />;
}
