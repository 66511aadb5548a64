"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { Skeleton } from "@/components/skeleton";
import type { ContractDto } from "@/lib/wire/contract";
import { toolQuery } from "../queries";
import { isAbsent, NoSuchTool } from "./no-such-tool";
import { ToolHeader } from "./tool-header";

type ToolFrameProps = { tool: string; children: (contract: ContractDto) => ReactNode };

/** What the parts of a tool's screen have in common: its contract, in all four states, under one header. */
export function ToolFrame({ tool, children }: ToolFrameProps) {
  const contract = useQuery(toolQuery(tool));
  if (isAbsent(contract.error)) {
    return (
      <>
        <ToolHeader tool={tool} contract={null} isAbsent />
        <NoSuchTool />
      </>
    );
  }
  return (
    <>
      <ToolHeader tool={tool} contract={contract.data ?? null} />
      {contract.isPending && <ToolSkeleton />}
      {contract.isError && (
        <ErrorPanel
          title={contract.data ? "This page is not up to date" : "This tool could not be loaded"}
          error={contract.error}
          retry={contract.refetch}
          retrying={contract.isFetching}
          className="mx-4 mt-4 md:mx-6"
        />
      )}
      {contract.data && children(contract.data)}
    </>
  );
}

function ToolSkeleton() {
  return (
    <div role="status" className="space-y-4 p-4 md:p-6">
      <span className="sr-only">Loading the tool</span>
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
