import Link from "next/link";
import { Ago } from "@/components/ago";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { AgentDto } from "@/lib/wire/agent";

export function AgentFacts({ agent }: { agent: AgentDto }) {
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="Agent">
          <span className="min-w-0 flex-1 font-mono text-xs">{agent.id}</span>
          <CopyButton text={agent.id} what="the agent’s id" />
        </Fact>
        <Fact name="Namespace">
          <span className="font-mono text-xs">{agent.namespace}</span>
        </Fact>
        <Fact name="Created">
          <Instant at={agent.createdAt} />
        </Fact>
        <Fact name="Last used">{agent.lastUsedAt === null ? "Never" : <Ago at={agent.lastUsedAt} />}</Fact>
        {agent.disabledAt !== null && (
          <Fact name="Disabled">
            <Instant at={agent.disabledAt} />
          </Fact>
        )}
        <Fact name="Grants">
          <Link
            href={`/grants?agent=${encodeURIComponent(agent.id)}`}
            className="inline-flex min-h-11 items-center text-link underline-offset-2 hover:underline md:min-h-6"
          >
            Standing approvals for it
          </Link>
        </Fact>
      </Facts>
    </Panel>
  );
}
