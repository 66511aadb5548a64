import { AgentLine } from "@/components/agent-text";
import { Panel } from "@/components/panel";
import type { KeyAuditToolDto } from "@/lib/wire/key-audit";
import { sizeWords } from "./audit-words";

/** Tools of which there is nothing to tell but that they were looked at: one line each. */
export function QuietTools({ tools }: { tools: [tool: string, found: KeyAuditToolDto][] }) {
  if (tools.length === 0) return null;
  return (
    <Panel title="Nothing to look at">
      <ul className="divide-y">
        {tools.map(([tool, found]) => (
          <li key={tool} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <AgentLine text={tool} className="min-w-0 font-mono text-ink" />
            <span className="text-ink-soft">{sizeWords(found)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
