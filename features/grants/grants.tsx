"use client";

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import type { GrantListDto } from "@/lib/wire/grant";
import { ALL, isNarrowed } from "./grant-filter";
import { GrantFilters } from "./grant-filters";
import { GrantRow } from "./grant-row";
import { NEVER_OVERRIDES } from "./grant-words";
import { NoGrants, NoMatches } from "./no-grants";
import { grantListQuery } from "./queries";
import { useGrantFilter } from "./use-grant-filter";

/** The standing approvals. For admins. */
export function Grants() {
  const [filter, setFilter] = useGrantFilter();
  const list = useInfiniteQuery(grantListQuery(filter));
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Grants</h1>}>
        <Link href="/grants/new" className={buttonStyle({ variant: "primary", className: "ml-auto" })}>
          <Plus aria-hidden />
          New grant
        </Link>
      </PageHeader>
      <GrantFilters filter={filter} onChange={setFilter} />
      <p className="max-w-4xl px-4 pt-3 pb-1 text-ink-soft md:px-6">{NEVER_OVERRIDES}</p>
      <ListBody list={list} onClear={isNarrowed(filter) ? () => setFilter(ALL) : null} />
    </>
  );
}

type ListBodyProps = { list: UseInfiniteQueryResult<InfiniteData<GrantListDto>>; onClear: (() => void) | null };

function ListBody({ list, onClear }: ListBodyProps) {
  if (list.isPending) return <ListSkeleton what="the grants" />;
  const error = list.isError && !list.isFetchNextPageError && (
    <ErrorPanel
      title={list.data ? "This list is not up to date" : "The grants could not be loaded"}
      error={list.error}
      retry={list.refetch}
      retrying={list.isFetching}
      className="m-4 md:mx-6"
    />
  );
  const grants = list.data?.pages.flatMap((page) => page.items);
  if (grants === undefined) return error;
  if (grants.length === 0) return error || (onClear ? <NoMatches onClear={onClear} /> : <NoGrants />);
  return (
    <>
      {error}
      <ul aria-label="Grants" className="mt-2 border-t">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} />
        ))}
      </ul>
      <ListEnd more={list} shownCount={grants.length} />
    </>
  );
}
