"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { Skeleton } from "@/components/skeleton";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { OperatorDto } from "@/lib/wire/session";
import { LabBody } from "./lab-body";
import { LabHeader } from "./lab-header";
import { contractQuery, versionQuery } from "./queries";

type LabViewProps = { tool: string; operator: OperatorDto | null };

/** The contract of one tool, to change it and to see what that would do. */
export function LabView({ tool, operator }: LabViewProps) {
  const contract = useQuery(contractQuery(tool));
  const version = contract.data?.version ?? null;
  // Until the text of a new version is here, the one before stays: what somebody is at must not go away.
  const source = useQuery({
    ...versionQuery(tool, version ?? 0),
    enabled: version !== null,
    placeholderData: keepPreviousData,
  });
  if (contract.error instanceof ProblemError && contract.error.problem.status === 404)
    return <NoSuchTool tool={tool} />;
  const failed = contract.isError ? contract : source.isError ? source : null;
  return (
    <>
      <LabHeader tool={tool} contract={contract.data ?? null} />
      {failed !== null && (
        <ErrorPanel
          title={source.data ? "This page is not up to date" : "The contract could not be loaded"}
          error={failed.error}
          retry={failed.refetch}
          retrying={failed.isFetching}
          className="mx-4 mt-4 md:mx-6"
        />
      )}
      {contract.data && source.data ? (
        <LabBody
          key={tool}
          contract={contract.data}
          active={{ ...source.data, text: source.data.source.replaceAll("\r\n", "\n") }}
          operator={operator}
          isStale={failed !== null || source.isPlaceholderData}
        />
      ) : (
        failed === null && <LabSkeleton />
      )}
    </>
  );
}

function LabSkeleton() {
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <span className="sr-only">Loading the contract</span>
      <Skeleton className="h-[58dvh] w-full" />
      <Skeleton className="h-56 w-full" />
    </div>
  );
}

function NoSuchTool({ tool }: { tool: string }) {
  return (
    <>
      <LabHeader tool={tool} contract={null} />
      <EmptyState
        icon={SearchX}
        title="There is no such tool"
        actions={
          <Link href="/tools" className={buttonStyle({ variant: "secondary" })}>
            Go to the tools
          </Link>
        }
      >
        No contract is published under this name. A first version is published with PUT /api/v1/contracts.
      </EmptyState>
    </>
  );
}
