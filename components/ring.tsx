import { clsx } from "clsx";

type RingProps = {
  /** From 1, nothing of the time is gone, to 0. */
  left: number;
  /** What stands inside. */
  label: string;
  className?: string;
};

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

/** Time that runs out, as a ring that empties; the number inside says the same. */
export function Ring({ left, label, className }: RingProps) {
  const share = Math.min(1, Math.max(0, left));
  return (
    <span aria-hidden className={clsx("relative inline-flex size-9 shrink-0 items-center justify-center", className)}>
      <svg viewBox="0 0 36 36" fill="none" strokeWidth="3" className="-rotate-90 absolute inset-0" aria-hidden>
        <circle cx="18" cy="18" r={RADIUS} className="stroke-line-strong" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
          className="stroke-accent"
        />
      </svg>
      <span className="font-medium text-ink text-xs tabular-nums">{label}</span>
    </span>
  );
}
