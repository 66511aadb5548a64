import type { ReactNode } from "react";
import { Panel } from "@/components/panel";
import { SECTIONS, type SectionId } from "./sections";

/** One part of the contract; its address leads straight to it. */
export function SectionPanel({ id, aside, children }: { id: SectionId; aside?: ReactNode; children: ReactNode }) {
  return (
    <div id={id}>
      <Panel title={SECTIONS[id].title} aside={aside}>
        {children}
      </Panel>
    </div>
  );
}
