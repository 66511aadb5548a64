import type { ReactNode } from "react";
import { Panel } from "@/components/panel";

/** A titled plot, and in a sentence what is counted in it. */
export function PlotPanel({ title, meaning, children }: { title: string; meaning: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <p className="px-4 pt-3 text-ink-faint text-sm">{meaning}</p>
      {children}
    </Panel>
  );
}
