"use client";

import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AnswerNotice } from "@/components/answer-notice";
import type { AnswerWords } from "@/components/answer-words";
import { ErrorPanel } from "@/components/error-panel";
import type { AgentDetailDto } from "@/lib/wire/agent";
import { AgentEnd } from "./agent-end";
import { AgentFacts } from "./agent-facts";
import { AgentHeader } from "./agent-header";
import { AgentKeys } from "./agent-keys";
import { AgentPause } from "./agent-pause";
import { AgentSkeleton } from "./agent-skeleton";
import { AgentTermsPanel } from "./agent-terms-panel";
import { type AgentAction, doneWords, notDoneWordsOf } from "./answer-words";
import { isAbsent, NoSuchAgent } from "./no-such-agent";
import { agentPauseQuery, agentQuery } from "./queries";

/** How a part of the page says what came of what was asked; an error says that it was not done. */
export type Tell = (action: AgentAction, error?: unknown) => void;

type Told = { count: number; isSuccess: boolean; words: AnswerWords };

/** One agent with its keys. For admins. */
export function AgentView({ id }: { id: string }) {
  const agent = useQuery(agentQuery(id));
  usePrefetchQuery(agentPauseQuery(id));
  if (isAbsent(agent.error)) return <NoSuchAgent />;
  const error = agent.isError && (
    <ErrorPanel
      title={agent.data ? "This page is not up to date" : "This agent could not be loaded"}
      error={agent.error}
      retry={agent.refetch}
      retrying={agent.isFetching}
      className="mx-4 mt-4 md:mx-6"
    />
  );
  return (
    <>
      <AgentHeader agent={agent.data ?? null} />
      {agent.isPending && <AgentSkeleton />}
      {error}
      {agent.data && <AgentBody agent={agent.data} />}
    </>
  );
}

function AgentBody({ agent }: { agent: AgentDetailDto }) {
  const [told, setTold] = useState<Told | null>(null);
  const tell: Tell = (action, error) =>
    setTold((before) => ({
      count: (before?.count ?? 0) + 1,
      isSuccess: error === undefined,
      words: error === undefined ? doneWords(action) : notDoneWordsOf(action, error),
    }));
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {told && <AnswerNotice key={told.count} isSuccess={told.isSuccess} words={told.words} />}
        <AgentPause id={agent.id} canPause={agent.disabledAt === null} tell={tell} />
        <AgentKeys agent={agent} tell={tell} />
        <AgentTermsPanel agent={agent} tell={tell} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <AgentFacts agent={agent} />
        <AgentEnd agent={agent} tell={tell} />
      </div>
    </div>
  );
}
