import ListChecks from "lucide-react/icons/list-checks";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import type { AgentDto } from "@/lib/wire/agent";
import { AgentBadges } from "./agent-row";

/** Where the reader is, and the way back to the list. */
export function AgentHeader({ agent }: { agent: AgentDto | null }) {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <Link href="/agents" className="shrink-0 text-ink-soft text-sm hover:text-ink">
            Agents
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <h1 className="min-w-0 truncate font-semibold text-base text-ink">
            {agent ? <AgentLine text={agent.name} /> : "Agent"}
          </h1>
        </div>
      }
    >
      {agent && (
        <>
          <AgentBadges agent={agent} />
          <Link
            href={`/intents?agent=${encodeURIComponent(agent.id)}`}
            className={buttonStyle({ variant: "secondary", className: "md:ml-auto" })}
          >
            <ListChecks aria-hidden />
            Its intents
          </Link>
        </>
      )}
    </PageHeader>
  );
}
