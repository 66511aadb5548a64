"use client";

import { useQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { BackTitle } from "@/components/back-title";
import { buttonStyle } from "@/components/button";
import { JsonBlock } from "@/components/code-block";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { PageHeader } from "@/components/page-header";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { FindingDto } from "@/lib/wire/finding";
import type { OperatorDto } from "@/lib/wire/session";
import { DivergencePanel } from "./divergence-panel";
import { FindingFacts } from "./finding-facts";
import { kindName } from "./finding-words";
import { findingQuery } from "./queries";
import { RestoredPanel } from "./restored-panel";
import { StateBadge } from "./state-badge";
import { StatePanel } from "./state-panel";

type FindingViewProps = { id: string; role: OperatorDto["role"] | null };

export function FindingView({ id, role }: FindingViewProps) {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(findingQuery(id));
  const isUnknown = error instanceof ProblemError && error.problem.status === 404;
  return (
    <>
      <PageHeader
        title={
          <BackTitle href="/findings" to="Findings">
            {data ? <AgentLine text={kindName(data.kind)} /> : "Finding"}
          </BackTitle>
        }
      >
        {data && <StateBadge state={data.state} />}
      </PageHeader>
      {isError && !isUnknown && (
        <ErrorPanel
          title={data ? "This may not be up to date" : "The finding could not be loaded"}
          error={error}
          retry={refetch}
          retrying={isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {isPending && <FindingSkeleton />}
      {isUnknown && <NoSuchFinding />}
      {data && <FindingBody finding={data} role={role} />}
    </>
  );
}

function FindingBody({ finding, role }: { finding: FindingDto; role: OperatorDto["role"] | null }) {
  return (
    <div className="grid items-start gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-4">
        <DivergencePanel finding={finding} />
        {finding.kind === "store_restored" && <RestoredPanel role={role} />}
      </div>
      <div className="min-w-0 space-y-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <StatePanel finding={finding} role={role} />
        <FindingFacts finding={finding} />
      </div>
      <Panel title="Evidence">
        <JsonBlock value={finding.data} label="Evidence" />
      </Panel>
    </div>
  );
}

function NoSuchFinding() {
  return (
    <EmptyState
      icon={SearchX}
      title="There is no such finding"
      actions={
        <Link href="/findings?state=any" className={buttonStyle()}>
          Show all findings
        </Link>
      }
    >
      The address may have been cut off on its way here. Findings are never removed.
    </EmptyState>
  );
}

function FindingSkeleton() {
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <span className="sr-only">Loading the finding</span>
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </div>
  );
}
