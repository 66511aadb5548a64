import Link from "next/link";
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { formatDuration } from "@/components/duration";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { IntentDto } from "@/lib/wire/intent";

const LINK = "text-link underline-offset-2 hover:underline";

export function IntentFacts({ intent }: { intent: IntentDto }) {
  const { id, tool, contractVersion, effectId, createdAt, endedAt, generation } = intent;
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="Effect id">
          {effectId === null ? (
            <span className="text-ink-faint">none{endedAt === null ? " yet" : ""}</span>
          ) : (
            <>
              <AgentLine text={effectId} className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]" />
              <CopyButton text={effectId} what="the effect id" />
            </>
          )}
        </Fact>
        <Fact name="Intent">
          <span className="min-w-0 flex-1 font-mono text-xs">{id}</span>
          <CopyButton text={id} what="the intent’s id" />
        </Fact>
        <Fact name="Tool">
          <Link href={`/tools/${encodeURIComponent(tool)}`} className={`min-w-0 font-mono text-xs ${LINK}`}>
            {tool}
          </Link>
          <span className="whitespace-nowrap text-ink-faint">version {contractVersion}</span>
        </Fact>
        {endedAt !== null && (
          <Fact name="Ended">
            <Ended>
              <Instant at={endedAt} />
              <span className="text-ink-faint">
                after {formatDuration(Date.parse(endedAt) - Date.parse(createdAt))}
              </span>
            </Ended>
          </Fact>
        )}
        {generation > 1 && <Fact name="Generation">{generation}</Fact>}
      </Facts>
    </Panel>
  );
}

function Ended({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap gap-x-2">{children}</span>;
}
