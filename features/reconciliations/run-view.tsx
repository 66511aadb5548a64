"use client";

import { useQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { BackTitle } from "@/components/back-title";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import type { OperatorDto } from "@/lib/wire/session";
import { runQuery } from "./queries";
import { RunCounts } from "./run-counts";
import { RunErrors } from "./run-errors";
import { RunFacts } from "./run-facts";
import { RunOutcome } from "./run-outcome";
import { RunBadge } from "./run-state";

type RunViewProps = { id: string; role: OperatorDto["role"] | null };

export function RunView({ id, role }: RunViewProps) {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(runQuery(id));
  const isUnknown = error instanceof ProblemError && error.problem.status === 404;
  return (
    <>
      <PageHeader
        title={
          <BackTitle href="/findings/reconciliations" to="Reconciliations">
            Reconciliation{data && " of "}
            {data && <AgentLine text={data.tool} className="font-mono" />}
          </BackTitle>
        }
      >
        {data && <RunBadge run={data} />}
      </PageHeader>
      {isError && !isUnknown && (
        <ErrorPanel
          title={data ? "This may not be up to date" : "The reconciliation could not be loaded"}
          error={error}
          retry={refetch}
          retrying={isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {isPending && <ListSkeleton what="the reconciliation" />}
      {isUnknown && <NoSuchRun />}
      {data && <RunBody run={data} role={role} />}
    </>
  );
}

function RunBody({ run, role }: { run: ReconciliationDto; role: OperatorDto["role"] | null }) {
  return (
    <div className="grid items-start gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-4">
        <RunOutcome run={run} role={role} />
        <RunCounts counts={run.counts} />
        {(run.counts.bad ?? 0) > 0 && <RunErrors run={run} />}
      </div>
      <RunFacts run={run} />
    </div>
  );
}

function NoSuchRun() {
  return (
    <EmptyState
      icon={SearchX}
      title="There is no such reconciliation"
      actions={
        <Link href="/findings/reconciliations" className={buttonStyle()}>
          Show all reconciliations
        </Link>
      }
    >
      The address may have been cut off, or the statement was refused: then nothing of it is kept.
    </EmptyState>
  );
}
