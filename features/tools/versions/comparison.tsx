"use client";

import { useQueries } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import { Skeleton } from "@/components/skeleton";
import { versionQuery } from "../queries";
import { ChangeSummary } from "./change-summary";
import type { VersionPair } from "./version-pair";
import { VersionTexts } from "./version-texts";

export function Comparison({ tool, pair: { from, to } }: { tool: string; pair: VersionPair }) {
  const [before, after] = useQueries({ queries: [versionQuery(tool, from), versionQuery(tool, to)] });
  const failed = before.isError ? before : after.isError ? after : null;
  if (failed !== null) {
    return (
      <ErrorPanel
        title={`Version ${failed === before ? from : to} could not be loaded`}
        error={failed.error}
        retry={failed.refetch}
        retrying={failed.isFetching}
      />
    );
  }
  if (before.data === undefined || after.data === undefined) {
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">Loading the two versions</span>
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    );
  }
  return (
    <>
      <ChangeSummary before={before.data} after={after.data} />
      <VersionTexts before={before.data} after={after.data} />
    </>
  );
}
