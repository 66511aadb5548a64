"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { later } from "@/components/later";
import { Skeleton } from "@/components/skeleton";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { attemptsQuery, decisionsQuery, eventsQuery, submissionsQuery } from "../queries";
import { Answers } from "./answers";
import { BODY_GRID } from "./body-grid";
import { mayChooseOther } from "./cluster/submission-words";
import { useDeciding } from "./decision/use-deciding";
import { honouredUntil } from "./doubt/doubt-words";
import { probeTemplateOf } from "./doubt/downstream-link";
import { useInstead } from "./instead/use-instead";
import { IntentSide } from "./intent-side";
import { ObservedNotice } from "./observed-notice";
import { toParts } from "./part-panel";
import { contractVersionQuery } from "./queries";
import { ChangedNotice } from "./seen/changed-notice";
import { useSeen } from "./seen/use-seen";
import { Subject } from "./subject";
import { useAnchor } from "./use-anchor";
import { useChanges } from "./use-changes";
import { useDecisionCommands } from "./use-decision-commands";
import { WaitingNotice } from "./waiting-notice";
import { WhatRuns } from "./what-runs";

/** Of few intents, or further down than anybody sees at first: fetched after the page, with what they show. */
const EvidencePanel = later(async () => (await import("./doubt/evidence-panel")).EvidencePanel);
const OutcomePanels = later(async () => (await import("./outcome-panels")).OutcomePanels);
const Related = later(async () => (await import("./related/related")).Related);
const Cluster = later(async () => (await import("./cluster/cluster")).Cluster);
const KeyPanel = later(async () => (await import("./key/key-panel")).KeyPanel);
const Decisions = later(async () => (await import("./decisions/decisions")).Decisions);
const Attempts = later(async () => (await import("./attempts/attempts")).Attempts);
const History = later(async () => (await import("./history/history")).History);

type IntentBodyProps = { intent: IntentDto; operator: OperatorDto | null; isStale: boolean };

/** `seen` is what the operator was shown and decides on; `intent` is what is true by now. */
export function IntentBody({ intent, operator, isStale }: IntentBodyProps) {
  const { id, tool, contractVersion } = intent;
  const submissions = toParts(useInfiniteQuery(submissionsQuery(id)));
  const decisions = toParts(useInfiniteQuery(decisionsQuery(id)));
  const attempts = toParts(useInfiniteQuery(attemptsQuery(id)));
  const events = toParts(useInfiniteQuery(eventsQuery(id)));
  const contract = useQuery(contractVersionQuery(tool, contractVersion)).data;
  const changes = useChanges(id, isStale);
  const { decide, edit } = changes;
  const own = [decide.data, edit.decide.data].filter((answer) => answer !== undefined);
  const seen = useSeen(intent, own, isStale);
  const deciding = useDeciding(seen.intent, decide);
  const instead = useInstead(seen.intent, decide);
  useAnchor();
  useDecisionCommands({ intent, seen, operator, changes, deciding, isStale });
  const honoursKeyMs = contract?.terms.honoursKeyMs;
  const running = submissions.items?.find((submission) => submission.id === seen.intent.submissionId) ?? null;
  return (
    <div className={BODY_GRID}>
      <div className="flex min-w-0 flex-col gap-4">
        <Answers intent={intent} operatorId={operator?.id ?? null} changes={changes} />
        <ChangedNotice seen={seen} submissions={submissions.items ?? []} />
        <WaitingNotice intent={intent} />
        <ObservedNotice intent={intent} />
        <Subject intent={seen.intent} />
        {intent.doubt && (
          <EvidencePanel
            meanwhile={<Skeleton className="h-40 w-full" />}
            doubt={intent.doubt}
            agentIsTold={intent.error?.correctiveAction ?? null}
            attempts={attempts.items}
            events={events.items}
            honoursKeyMs={honoursKeyMs}
            probeTemplate={probeTemplateOf(contract?.definition)}
          />
        )}
      </div>
      <IntentSide
        intent={intent}
        seen={seen}
        operator={operator}
        changes={changes}
        deciding={deciding}
        decisions={decisions.items ?? []}
        submissions={submissions.items ?? []}
        honoursUntil={honouredUntil(honoursKeyMs ?? null, attempts.items?.[0]?.startedAt, Date.now())}
        isStale={isStale}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <OutcomePanels intent={intent} />
        <WhatRuns intent={seen.intent} submission={running} />
        <Related intent={intent} />
        <Cluster
          meanwhile={<Skeleton className="h-40 w-full" />}
          intent={seen.intent}
          submissions={submissions}
          mayChoose={!isStale && seen.changed === null && !decide.isPending && mayChooseOther(seen.intent, operator)}
          onApprove={instead.approve}
        />
        <KeyPanel intent={seen.intent} />
        <Decisions intent={intent} decisions={decisions} />
        <Attempts attempts={attempts} />
        <History events={events} />
      </div>
      {deciding.dialogs}
      {instead.dialog}
      {edit.awaited}
      {edit.dialog && <edit.dialog.EditDialog {...edit.control} intent={seen.intent} decide={edit.decide} />}
    </div>
  );
}
