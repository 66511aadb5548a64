"use client";

import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { later } from "@/components/later";
import type { IntentDto, IntentListDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { intentQuery } from "../queries";
import { IntentHeader } from "./intent-header";
import { BodySkeleton, IntentSkeleton } from "./intent-skeleton";
import { isAbsent, NoSuchIntent } from "./no-such-intent";

/** Fetched beside the first answer, not before the page. */
const IntentBody = later(async () => (await import("./intent-body")).IntentBody);

type IntentViewProps = { id: string; operator: OperatorDto | null };

export function IntentView({ id, operator }: IntentViewProps) {
  const remembered = useRememberedIntent(id);
  const intent = useQuery({ ...intentQuery(id), placeholderData: remembered });
  useEffect(() => IntentBody.fetchAhead(), []);
  if (intent.isPending) return <IntentSkeleton />;
  const error = intent.isError && (
    <ErrorPanel
      title={intent.data ? "This page is not up to date" : "This intent could not be loaded"}
      error={intent.error}
      retry={intent.refetch}
      retrying={intent.isFetching}
      className="mx-4 mt-4 md:mx-6"
    />
  );
  if (isAbsent(intent.error)) return <NoSuchIntent />;
  if (intent.data === undefined) {
    return (
      <>
        <IntentHeader intent={null} />
        {error}
      </>
    );
  }
  return (
    <>
      <IntentHeader intent={intent.data} />
      {error}
      <IntentBody
        meanwhile={<BodySkeleton />}
        key={id}
        intent={intent.data}
        operator={operator}
        isStale={intent.isPlaceholderData || intent.isError}
      />
    </>
  );
}

/** The inbox had it a moment ago: draw that at once, and decide on nothing until the fresh one is here. */
function useRememberedIntent(id: string): IntentDto | undefined {
  const queries = useQueryClient();
  const lists = queries.getQueriesData<InfiniteData<IntentListDto>>({ queryKey: ["intents", "inbox", "list"] });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap(({ items }) => items).find((intent) => intent.id === id);
    if (found && !found.argsLeftOut) return found;
  }
}
