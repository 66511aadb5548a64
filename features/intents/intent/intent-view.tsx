"use client";

import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import type { IntentDto, IntentListDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { intentQuery } from "../queries";
import { useDecide } from "../use-decide";
import { DecisionNotice } from "../words/decision-notice";
import { Attempts } from "./attempts";
import { BypassNotice } from "./bypass-notice";
import { BypassPanel } from "./bypass-panel";
import { DoubtPanel } from "./doubt-panel";
import { History } from "./history";
import { HoldPanel } from "./hold-panel";
import { IntentFacts } from "./intent-facts";
import { IntentHeader } from "./intent-header";
import { IntentSkeleton } from "./intent-skeleton";
import { IntentSummary } from "./intent-summary";
import { isAbsent, NoSuchIntent } from "./no-such-intent";
import { OutcomePanels } from "./outcome-panels";
import { ResolutionNotice } from "./resolution-notice";
import { Submissions } from "./submissions";
import { useBypass, useWithdrawBypass } from "./use-bypass";
import { useResolve } from "./use-resolve";
import { WhatRuns } from "./what-runs";

type IntentViewProps = { id: string; operator: OperatorDto | null };

export function IntentView({ id, operator }: IntentViewProps) {
  const remembered = useRememberedIntent(id);
  const intent = useQuery({ ...intentQuery(id), placeholderData: remembered });
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
      <IntentHeader intent={intent.data} updatedAt={intent.dataUpdatedAt} isFailing={intent.isError} />
      <IntentSummary intent={intent.data} />
      {error}
      <IntentBody intent={intent.data} operator={operator} isStale={intent.isPlaceholderData || intent.isError} />
    </>
  );
}

type IntentBodyProps = { intent: IntentDto; operator: OperatorDto | null; isStale: boolean };

function IntentBody({ intent, operator, isStale }: IntentBodyProps) {
  const role = operator?.role ?? null;
  const decide = useDecide(intent.id);
  const resolve = useResolve(intent.id);
  const bypass = useBypass(intent.id);
  const withdraw = useWithdrawBypass(intent.id, bypass);
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        <DecisionNotice decide={decide} intent={intent} />
        {intent.hold && <HoldPanel intent={intent} hold={intent.hold} role={role} decide={decide} isStale={isStale} />}
        <ResolutionNotice resolve={resolve} />
        {intent.doubt && (
          <DoubtPanel intent={intent} doubt={intent.doubt} role={role} resolve={resolve} isStale={isStale} />
        )}
        <OutcomePanels intent={intent} />
        <BypassNotice id={intent.id} bypass={bypass} withdraw={withdraw} />
        <BypassPanel intent={intent} operator={operator} bypass={bypass} withdraw={withdraw} isStale={isStale} />
        <WhatRuns intent={intent} />
        <Submissions id={intent.id} />
        <Attempts id={intent.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <IntentFacts intent={intent} />
        <History id={intent.id} />
      </div>
    </div>
  );
}

/** The list had it a moment ago: draw that at once, and decide on nothing until the fresh one is here. */
function useRememberedIntent(id: string): IntentDto | undefined {
  const queries = useQueryClient();
  for (const [, list] of queries.getQueriesData<InfiniteData<IntentListDto>>({ queryKey: ["intents", "list"] })) {
    for (const page of list?.pages ?? []) {
      const found = page.items.find((intent) => intent.id === id);
      if (found) return found;
    }
  }
}
