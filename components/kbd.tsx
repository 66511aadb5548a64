import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="rounded-sm border bg-sunken px-1 font-sans text-ink-soft text-xs leading-4">{children}</kbd>;
}

const NAMES: Record<string, string> = { Enter: "↵", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };

/** Keys one after the other, as commands write them ("g i"). */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1 max-md:hidden">
      {keys.split(" ").map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys keep their places
        <Kbd key={index}>{NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</Kbd>
      ))}
    </span>
  );
}
