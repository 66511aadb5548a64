"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import SearchX from "lucide-react/icons/search-x";
import { AgentLine } from "@/components/agent-text";
import { BackTitle } from "@/components/back-title";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { Panel } from "@/components/panel";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { KeyAuditDto } from "@/lib/wire/key-audit";
import { AuditBadge, AuditProgress } from "./audit-state";
import { hasFault, isQuiet, progressWords } from "./audit-words";
import { csvPath, keyAuditQuery } from "./queries";
import { QuietTools } from "./quiet-tools";
import { ToolPanel } from "./tool-panel";

export function KeyAuditView({ id }: { id: string }) {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(keyAuditQuery(id));
  const isUnknown = error instanceof ProblemError && error.problem.status === 404;
  return (
    <>
      <PageHeader
        title={
          <BackTitle href="/findings/key-audits" to="Key audits">
            Key audit
          </BackTitle>
        }
      >
        {data && <AuditBadge state={data.state} />}
        {data?.state === "finished" && (
          <a href={csvPath(id)} download className={`${buttonStyle()} ml-auto`}>
            <Download aria-hidden />
            Download as CSV
          </a>
        )}
      </PageHeader>
      {isError && !isUnknown && (
        <ErrorPanel
          title={data ? "This may not be up to date" : "The key audit could not be loaded"}
          error={error}
          retry={refetch}
          retrying={isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {isPending && <ListSkeleton what="the key audit" />}
      {isUnknown && (
        <EmptyState icon={SearchX} title="There is no such key audit">
          The address may have been cut off on its way here.
        </EmptyState>
      )}
      {data && <AuditBody audit={data} />}
    </>
  );
}

function AuditBody({ audit }: { audit: KeyAuditDto }) {
  const tools = Object.entries(audit.tools ?? {}).sort(
    ([, left], [, right]) => Number(hasFault(right)) - Number(hasFault(left)),
  );
  return (
    <div className="space-y-4 p-4 md:p-6">
      <Panel title="What it looked at">
        <div className="space-y-2 px-4 py-3">
          <p className="text-base text-ink">
            Intents opened from <Instant at={audit.from} /> to <Instant at={audit.to} />.{" "}
            <AgentLine text={progressWords(audit)} />
          </p>
          <AuditProgress audit={audit} />
          <p className="text-ink-soft">
            {audit.requestedBy === null ? "The schedule" : <AgentLine text={audit.requestedBy.name} />} asked for it{" "}
            <Instant at={audit.createdAt} />
            {audit.endedAt !== null && (
              <>
                ; it ended <Instant at={audit.endedAt} />
              </>
            )}
            .
          </p>
          {audit.tools !== null && <p className="text-ink">{summaryOf(audit)}</p>}
        </div>
      </Panel>
      {tools
        .filter(([, found]) => !isQuiet(found))
        .map(([tool, found]) => (
          <ToolPanel key={tool} tool={tool} found={found} />
        ))}
      <QuietTools tools={tools.filter(([, found]) => isQuiet(found))} />
    </div>
  );
}

function summaryOf({ tools }: KeyAuditDto): string {
  const all = Object.values(tools ?? {});
  if (all.length === 0) return "No intent was opened in this time.";
  const faulty = all.filter(hasFault).length;
  if (faulty === 0) return "No key collided, and no action ran under two keys by mistake, as far as the record tells.";
  return `${faulty === 1 ? "One tool has" : `${faulty} tools have`} keys that somebody should look at.`;
}
