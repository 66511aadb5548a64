import { clsx } from "clsx";

type ProgressBarProps = {
  label: string;
  done: number;
  /** Null: nobody knows how much there is. */
  total: number | null;
  /** What a screen reader says instead of a percentage. */
  words?: string;
  className?: string;
};

/** How far something is. Where nobody knows how much there is, it only says that it goes on. */
export function ProgressBar({ label, done, total, words, className }: ProgressBarProps) {
  const share = total === null ? null : total === 0 ? 1 : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      aria-valuetext={words}
      className={clsx("h-1.5 overflow-hidden rounded-full bg-pressed", className)}
    >
      <div
        className={clsx(
          "h-full rounded-full bg-accent",
          share === null ? "w-1/3 animate-breathe" : "transition-[width]",
        )}
        style={share === null ? undefined : { width: `${(share * 100).toFixed(1)}%` }}
      />
    </div>
  );
}
