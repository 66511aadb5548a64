import { clsx } from "clsx";

/** A grey place-holder of the coming content's size. Its container says "loading"; this stays silent. */
export function Skeleton({ className, round = false }: { className?: string; round?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx("block animate-breathe bg-pressed", round ? "rounded-full" : "rounded-md", className)}
    />
  );
}
