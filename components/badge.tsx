import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentType, ReactNode } from "react";

const badgeStyle = cva(
  "inline-flex h-5.5 max-w-full items-center gap-1 whitespace-nowrap rounded-full border px-2 font-medium text-xs [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-ink-soft",
        info: "border-info-line bg-info-soft text-info",
        good: "border-good-line bg-good-soft text-good",
        warn: "border-warn-line bg-warn-soft text-warn",
        bad: "border-bad-line bg-bad-soft text-bad",
        doubt: "border-doubt-line bg-doubt-soft text-doubt",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeStyle>["tone"]>;
export type Icon = ComponentType<{ className?: string; "aria-hidden"?: boolean }>;

type BadgeProps = { tone?: Tone; icon?: Icon; iconClassName?: string; children: ReactNode };

/** Colour never speaks alone: the word is always there, and states add an icon of their own shape. */
export function Badge({ tone, icon: Glyph, iconClassName, children }: BadgeProps) {
  return (
    <span className={badgeStyle({ tone })}>
      {Glyph && <Glyph aria-hidden className={iconClassName} />}
      {children}
    </span>
  );
}
