"use client";

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { AnswerNotice } from "@/components/answer-notice";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { useDialog } from "@/components/use-dialog";
import type { AgentListDto } from "@/lib/wire/agent";
import { AgentRow, AgentRowHead } from "./agent-row";
import { doneWords } from "./answer-words";
import { NamespaceFilter } from "./namespace-filter";
import { NoAgents, NoAgentsThere } from "./no-agents";
import { agentListQuery } from "./queries";
import { useNamespace } from "./use-namespace";

const fetchCreateDialog = () => import("./create-agent-dialog");

/** Who may submit intents. For admins. */
export function Agents() {
  const [namespace, setNamespace] = useNamespace();
  const list = useInfiniteQuery(agentListQuery(namespace));
  const [madeCount, setMadeCount] = useState(0);
  const { dialog, opener, control } = useDialog(fetchCreateDialog, false);
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Agents</h1>}>
        <NamespaceFilter namespace={namespace} onChange={setNamespace} />
        <Button {...opener} variant="primary" className="ml-auto">
          <Plus aria-hidden />
          New agent
        </Button>
      </PageHeader>
      {dialog && <dialog.CreateAgentDialog {...control} onCreated={() => setMadeCount((count) => count + 1)} />}
      {madeCount > 0 && (
        <AnswerNotice key={madeCount} isSuccess words={doneWords("create")} className="mx-4 mt-4 md:mx-6" />
      )}
      <ListBody list={list} onClear={namespace === null ? null : () => setNamespace(null)} />
    </>
  );
}

type ListBodyProps = { list: UseInfiniteQueryResult<InfiniteData<AgentListDto>>; onClear: (() => void) | null };

function ListBody({ list, onClear }: ListBodyProps) {
  if (list.isPending) return <ListSkeleton what="the agents" />;
  const error = list.isError && (
    <ErrorPanel
      title={list.data ? "This list is not up to date" : "The agents could not be loaded"}
      error={list.error}
      retry={list.refetch}
      retrying={list.isFetching}
      className="m-4 md:mx-6"
    />
  );
  const agents = list.data?.pages.flatMap((page) => page.items);
  if (agents === undefined) return error;
  if (agents.length === 0) return error || (onClear ? <NoAgentsThere onClear={onClear} /> : <NoAgents />);
  return (
    <>
      {error}
      <AgentRowHead />
      <ul aria-label="Agents">
        {agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
      <ListEnd more={list} shownCount={agents.length} />
    </>
  );
}
