"use client";

import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Fact, Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import type { AgentDetailDto } from "@/lib/wire/agent";
import type { Tell } from "./agent-view";
import { Label } from "./labels";

const fetchChangeDialog = () => import("./change-agent-dialog");

/** What policies know of it, and what it may use. */
export function AgentTermsPanel({ agent, tell }: { agent: AgentDetailDto; tell: Tell }) {
  const { dialog, opener, control } = useDialog(fetchChangeDialog, false);
  const labels = Object.entries(agent.labels);
  return (
    <Panel title="What it may do" actions={agent.disabledAt === null && <Button {...opener}>Change…</Button>}>
      <Facts>
        <Fact name="Labels">
          {labels.length === 0 ? (
            "None"
          ) : (
            <span className="flex min-w-0 flex-wrap gap-1 py-1">
              {labels.map(([name, value]) => (
                <Label key={name} name={name} value={value} />
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Tools">
          {agent.tools.length === 0 ? (
            "All tools, also those that are published later"
          ) : (
            <ul aria-label="Tools it may use" className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 py-1">
              {agent.tools.map((tool) => (
                <li key={tool} className="font-mono text-xs">
                  <AgentLine text={tool} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Same action again">
          {agent.mayRepeat
            ? "May ask for the same action again on purpose (occurrence above 1)"
            : "May not ask for the same action again on purpose"}
        </Fact>
      </Facts>
      {dialog && <dialog.ChangeAgentDialog {...control} agent={agent} onChanged={() => tell("change")} />}
    </Panel>
  );
}
