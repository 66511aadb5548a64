"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Stamp from "lucide-react/icons/stamp";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { Skeleton } from "@/components/skeleton";
import { sealListQuery } from "../queries";
import { KeyPanel } from "./key-panel";
import { PublishPanel } from "./publish-panel";
import { SealTable } from "./seal-table";

export function SealsScreen() {
  const list = useInfiniteQuery(sealListQuery());
  const seals = list.data?.pages.flatMap((page) => page.items);
  const [newest] = seals ?? [];
  return (
    <div className="space-y-4 p-4 md:p-6">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {list.isPending && <Skeleton className="h-36" />}
        {newest !== undefined && <PublishPanel newest={newest} />}
        <KeyPanel />
      </div>
      {list.isPending && <ListSkeleton what="the seals" />}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorPanel
          title={list.data ? "This list is not up to date" : "The seals could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
        />
      )}
      {seals?.length === 0 && (
        <EmptyState icon={Stamp} title="Nothing is sealed yet">
          A few seconds after events happened the worker puts them in order, hashes them into a tree and signs it. If
          this stays empty, the worker does not run.
        </EmptyState>
      )}
      {seals !== undefined && seals.length > 0 && (
        <div>
          <SealTable seals={seals} />
          <ListEnd more={list} shownCount={seals.length} />
        </div>
      )}
    </div>
  );
}
