import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Icon } from "@/components/badge";

const TONES = {
  plain: { panel: "bg-surface", icon: "text-ink-faint", line: "" },
  warn: { panel: "border-warn-line bg-warn-soft", icon: "text-warn", line: "border-warn-line" },
  doubt: { panel: "border-doubt-line bg-doubt-soft", icon: "text-doubt", line: "border-doubt-line" },
} as const;

type Toned = { tone: keyof typeof TONES; children: ReactNode };
type AttentionPanelProps = Toned & {
  label: string;
  icon: Icon;
  title: string;
  /** Terms and buttons, under lines of their own. */
  below: ReactNode;
};

/** What a person should look at on an intent: what it is, its terms, and what can be done about it. */
export function AttentionPanel({ tone, label, icon: Glyph, title, children, below }: AttentionPanelProps) {
  return (
    <section aria-label={label} className={clsx("rounded-lg border", TONES[tone].panel)}>
      <div className="flex items-start gap-2.5 px-4 pt-3.5 pb-3">
        <Glyph aria-hidden className={clsx("mt-0.5 size-4 shrink-0", TONES[tone].icon)} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-ink text-sm">{title}</h2>
          {children}
        </div>
      </div>
      {below}
    </section>
  );
}

export function Terms({ tone, children }: Toned) {
  return <dl className={clsx("flex flex-wrap gap-x-8 gap-y-1 border-t px-4 py-2.5", TONES[tone].line)}>{children}</dl>;
}

/** `isCode`: somebody's expression, which may be long. */
export function Term({ name, isCode = false, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div className={clsx("flex gap-2", isCode && "min-w-0")}>
      <dt className="text-ink-soft">{name}</dt>
      <dd
        className={
          isCode ? "min-w-0 font-mono text-ink text-xs leading-5 [overflow-wrap:anywhere]" : "text-ink tabular-nums"
        }
      >
        {children}
      </dd>
    </div>
  );
}

export function ButtonBar({ tone, children }: Toned) {
  return <div className={clsx("flex gap-2 border-t px-4 py-3 max-md:*:flex-1", TONES[tone].line)}>{children}</div>;
}

/** Stands where the buttons would, for somebody who may not use them. */
export function LookOnly({ tone, children }: Toned) {
  return <p className={clsx("border-t px-4 py-2.5 text-ink-soft", TONES[tone].line)}>You can look; {children}</p>;
}
