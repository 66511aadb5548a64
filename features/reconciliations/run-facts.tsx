import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { RunWindow } from "./run-window";
import { SOURCE_WORDS } from "./run-words";

export function RunFacts({ run }: { run: ReconciliationDto }) {
  const { id, tool, source, window, requestedBy, createdAt, endedAt } = run;
  return (
    <Panel title="About it">
      <Facts>
        <Fact name="Tool">
          <Link
            href={`/tools/${encodeURIComponent(tool)}`}
            className="inline-flex min-h-11 items-center text-link hover:underline md:min-h-6"
          >
            <AgentLine text={tool} className="font-mono text-xs" />
          </Link>
        </Fact>
        <Fact name="How">{SOURCE_WORDS[source]}</Fact>
        <Fact name="Covers">
          <RunWindow window={window} />
        </Fact>
        <Fact name="Asked by">{requestedBy === null ? "The schedule" : <AgentLine text={requestedBy.name} />}</Fact>
        <Fact name="Started">
          <Instant at={createdAt} />
        </Fact>
        {endedAt !== null && (
          <Fact name="Ended">
            <Instant at={endedAt} />
          </Fact>
        )}
        <Fact name="Run">
          <span className="min-w-0 font-mono text-xs">{id}</span>
          <CopyButton text={id} what="the reconciliation's id" />
        </Fact>
      </Facts>
    </Panel>
  );
}
