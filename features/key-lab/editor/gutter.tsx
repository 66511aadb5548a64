import { clsx } from "clsx";
import { memo, type Ref } from "react";
import type { PlacedError } from "./place-errors";

type GutterProps = {
  /** What moves along when the text is scrolled. */
  ref: Ref<HTMLDivElement>;
  lineCount: number;
  errors: readonly PlacedError[];
  className: string;
};

/** Line numbers beside the text. Silent: whoever hears the page is told the line with the mistake. */
export const Gutter = memo(function Gutter({ ref, lineCount, errors, className }: GutterProps) {
  const wrong = new Map(errors.map(({ line, message }) => [line, message]));
  return (
    <div aria-hidden className={clsx(className, "shrink-0 overflow-hidden border-r text-ink-faint tabular-nums")}>
      <div ref={ref} className="py-2 text-right">
        {Array.from({ length: lineCount }, (_, index) => {
          const message = wrong.get(index + 1);
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              key={index}
              title={message}
              className={clsx("min-w-9 px-2", message !== undefined && "bg-bad-soft font-semibold text-bad")}
            >
              {message === undefined ? index + 1 : `! ${index + 1}`}
            </div>
          );
        })}
      </div>
    </div>
  );
});
