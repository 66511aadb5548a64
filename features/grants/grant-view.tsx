"use client";

import { usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { AgentText } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import type { GrantDto } from "@/lib/wire/grant";
import { notRevokedWords, REVOKED } from "./answer-words";
import { GrantFacts } from "./grant-facts";
import { GrantHeader } from "./grant-header";
import { GrantLeft } from "./grant-left";
import { GrantPins } from "./grant-pins";
import { GrantSentence } from "./grant-row";
import { GrantSkeleton } from "./grant-skeleton";
import { GrantUses } from "./grant-uses";
import { NEVER_OVERRIDES } from "./grant-words";
import { isAbsent, NoSuchGrant } from "./no-such-grant";
import { grantQuery, grantUsesQuery } from "./queries";
import { RevokeGrant } from "./revoke-grant";
import { useRevoke } from "./use-revoke";

/** One grant, what is left of it and what it was used for. For admins. */
export function GrantView({ id }: { id: string }) {
  const grant = useQuery(grantQuery(id));
  usePrefetchInfiniteQuery(grantUsesQuery(id));
  if (isAbsent(grant.error)) return <NoSuchGrant />;
  return (
    <>
      <GrantHeader grant={grant.data ?? null} />
      {grant.isPending && <GrantSkeleton />}
      {grant.isError && (
        <ErrorPanel
          title={grant.data ? "This page is not up to date" : "This grant could not be loaded"}
          error={grant.error}
          retry={grant.refetch}
          retrying={grant.isFetching}
          className="mx-4 mt-4 md:mx-6"
        />
      )}
      {grant.data && <GrantBody grant={grant.data} />}
    </>
  );
}

function GrantBody({ grant }: { grant: GrantDto }) {
  const revoke = useRevoke(grant.id);
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {revoke.isSuccess && <AnswerNotice isSuccess words={REVOKED} />}
        {revoke.isError && <AnswerNotice isSuccess={false} words={notRevokedWords(revoke.error)} />}
        <section aria-label="What it allows" className="rounded-lg border bg-surface px-4 py-3.5">
          <p className="text-base text-ink [overflow-wrap:anywhere]">
            <GrantSentence grant={grant} />
          </p>
          <GrantLeft grant={grant} />
          {grant.reason && <AgentText text={grant.reason} className="mt-3 text-ink-soft" />}
        </section>
        <GrantPins grant={grant} />
        <GrantUses id={grant.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <GrantFacts grant={grant} />
        <RevokeGrant grant={grant} revoke={revoke} />
        <Panel title="What it never overrides">
          <p className="px-4 py-3 text-ink-soft">{NEVER_OVERRIDES}</p>
        </Panel>
      </div>
    </div>
  );
}
