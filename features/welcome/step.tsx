import { clsx } from "clsx";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

type StepProps = { number: number; title: string; isDone: boolean; children: ReactNode };

/** One step of a walk, ticked when it is done. */
export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className={clsx(
          "mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold text-xs",
          isDone ? "border-good-line bg-good-soft text-good" : "border-line-strong bg-surface text-ink-soft",
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-base text-ink">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h2>
        <div className="mt-1 space-y-3 text-ink-soft">{children}</div>
      </div>
    </li>
  );
}
