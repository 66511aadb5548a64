import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ReactNode, Ref } from "react";
import type { Icon } from "./badge";

const noticeStyle = cva("flex items-start gap-2.5 rounded-lg border px-3.5 py-3 text-sm", {
  variants: {
    tone: {
      info: "border-info-line bg-info-soft [&>svg]:text-info",
      good: "border-good-line bg-good-soft [&>svg]:text-good",
      warn: "border-warn-line bg-warn-soft [&>svg]:text-warn",
      bad: "border-bad-line bg-bad-soft [&>svg]:text-bad",
      doubt: "border-doubt-line bg-doubt-soft [&>svg]:text-doubt",
    },
  },
});

type NoticeProps = Required<VariantProps<typeof noticeStyle>> & {
  icon: Icon;
  title: string;
  /** `alert` interrupts a screen reader, `status` waits for a pause; leave out for what was there from the start. */
  role?: "alert" | "status";
  actions?: ReactNode;
  /** Given where the notice takes the focus, because what had it is gone. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
  children?: ReactNode;
};

export function Notice({ tone, icon: Glyph, title, role, actions, ref, className, children }: NoticeProps) {
  return (
    <div ref={ref} tabIndex={ref ? -1 : undefined} role={role} className={clsx(noticeStyle({ tone }), className)}>
      <Glyph aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{title}</p>
        {children && <div className="mt-0.5 text-ink-soft">{children}</div>}
        {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
