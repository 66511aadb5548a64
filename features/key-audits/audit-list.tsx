"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { FilterBar } from "@/components/filter-bar";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { useListKeys } from "@/components/use-list-keys";
import type { OperatorDto } from "@/lib/wire/session";
import { AuditRow } from "./audit-row";
import { keyAuditListQuery } from "./queries";
import { StartButton } from "./start-button";

export function KeyAuditList({ role }: { role: OperatorDto["role"] | null }) {
  const list = useInfiniteQuery(keyAuditListQuery());
  const listRef = useListKeys("Key audits");
  const audits = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <FilterBar label="Key audits">
        <p className="min-w-0 flex-1 text-ink-soft text-sm">
          Are the keys right? Looks at recorded submissions for one key with several effects, and one action under
          several keys.
        </p>
        <StartButton role={role} />
      </FilterBar>
      {list.isPending && <ListSkeleton what="the key audits" />}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorPanel
          title={list.data ? "This list is not up to date" : "The key audits could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {audits?.length === 0 && (
        <EmptyState icon={KeyRound} title="No key audit has run yet">
          One runs by itself every week, and whenever somebody starts one. It says which keys collided or split, which
          fields of a contract to look at, and who sends the same action again.
        </EmptyState>
      )}
      {audits !== undefined && audits.length > 0 && (
        <>
          <ul ref={listRef} aria-label="Key audits">
            {audits.map((audit) => (
              <AuditRow key={audit.id} audit={audit} />
            ))}
          </ul>
          <ListEnd more={list} shownCount={audits.length} />
        </>
      )}
    </>
  );
}
