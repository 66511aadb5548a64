import { AgentLine, AgentText } from "@/components/agent-text";
import { Panel } from "@/components/panel";
import { Revealed } from "@/components/revealed";
import type { FindingDto } from "@/lib/wire/finding";
import { type ComparedRow, comparedRows, type Side } from "./comparison";
import { findingWords } from "./finding-words";

/** What diverged, and what to do about it. */
export function DivergencePanel({ finding }: { finding: FindingDto }) {
  const { sentence, advice } = findingWords(finding);
  const rows = comparedRows(finding);
  return (
    <div className="min-w-0 space-y-4">
      <Panel title="What diverged">
        <AgentText text={sentence} className="px-4 py-3 text-base text-ink" />
        {rows.length > 0 && <Compared rows={rows} />}
      </Panel>
      <Panel title="What to do">
        <ul className="list-disc space-y-1.5 py-3 pr-4 pl-8 text-ink marker:text-ink-faint">
          {advice.map((step) => (
            <li key={step} className="[overflow-wrap:anywhere]">
              <Revealed text={step} breaks="reveal" />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Compared({ rows }: { rows: ComparedRow[] }) {
  return (
    <table className="w-full table-fixed border-t text-left text-sm">
      <thead>
        <tr className="border-b bg-sunken text-ink-soft text-xs">
          <th scope="col" className="w-28 py-1.5 pl-4 font-medium">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Interlock has
          </th>
          <th scope="col" className="py-1.5 pr-4 font-medium">
            The downstream says
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map(({ what, ours, theirs }) => (
          <tr key={what} className="align-top">
            <th scope="row" className="py-2 pr-3 pl-4 font-normal text-ink-faint [overflow-wrap:anywhere]">
              <AgentLine text={what} />
            </th>
            <SideCell side={ours} />
            <SideCell side={theirs} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SideCell({ side }: { side: Side }) {
  return (
    <td className="py-2 pr-3 text-ink [overflow-wrap:anywhere]">
      {side.kind === "value" && <AgentLine text={side.text} />}
      {side.kind === "none" && <span className="text-ink-soft">nothing</span>}
      {side.kind === "untold" && (
        <span className="text-ink-faint">
          <span aria-hidden>–</span>
          <span className="sr-only">not told</span>
        </span>
      )}
    </td>
  );
}
