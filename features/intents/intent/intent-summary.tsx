import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import type { IntentDto } from "@/lib/wire/intent";

/** The first things that anybody asks about an intent. */
export function IntentSummary({ intent }: { intent: IntentDto }) {
  const { effectId, agent, createdAt, endedAt } = intent;
  return (
    <dl className="flex flex-wrap items-center gap-x-8 gap-y-1 border-b px-4 py-2 md:px-6">
      <Item name="Effect id">
        {effectId === null ? (
          <span className="text-ink-faint">none{endedAt === null ? " yet" : ""}</span>
        ) : (
          <>
            <AgentLine text={effectId} className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]" />
            <CopyButton text={effectId} what="the effect id" />
          </>
        )}
      </Item>
      <Item name="Agent">{agent.name}</Item>
      <Item name="Created">
        <Instant at={createdAt} />
      </Item>
      {endedAt !== null && (
        <Item name="Ended">
          <Instant at={endedAt} />
          <span className="text-ink-faint">after {formatDuration(Date.parse(endedAt) - Date.parse(createdAt))}</span>
        </Item>
      )}
    </dl>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 min-w-0 items-center gap-2">
      <dt className="shrink-0 text-ink-faint">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1.5 text-ink">{children}</dd>
    </div>
  );
}
