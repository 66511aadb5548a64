"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Scale from "lucide-react/icons/scale";
import { useSearchParams } from "next/navigation";
import { AgentLine } from "@/components/agent-text";
import { EmptyState } from "@/components/empty-state";
import { ErrorPanel } from "@/components/error-panel";
import { FilterBar } from "@/components/filter-bar";
import { FilterButton } from "@/components/filter-button";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { Menu } from "@/components/menu";
import { useListKeys } from "@/components/use-list-keys";
import type { OperatorDto } from "@/lib/wire/session";
import { runListQuery, toolsQuery } from "./queries";
import { RunRow } from "./run-row";
import { StartButtons } from "./start-buttons";

const PATH = "/findings/reconciliations";
const ANY = "";

export function RunList({ role }: { role: OperatorDto["role"] | null }) {
  const tool = useSearchParams().get("tool") || null;
  const list = useInfiniteQuery(runListQuery(tool));
  const listRef = useListKeys("Reconciliations");
  const runs = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <FilterBar label="Filter the reconciliations">
        <ToolFilter tool={tool} />
        <StartButtons role={role} tool={tool} />
      </FilterBar>
      {list.isPending && <ListSkeleton what="the reconciliations" />}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorPanel
          title={list.data ? "This list is not up to date" : "The reconciliations could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {runs?.length === 0 && <NoRuns isNarrowed={tool !== null} />}
      {runs !== undefined && runs.length > 0 && (
        <>
          <ul ref={listRef} aria-label="Reconciliations">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
          <ListEnd more={list} shownCount={runs.length} />
        </>
      )}
    </>
  );
}

function ToolFilter({ tool }: { tool: string | null }) {
  const tools = useQuery(toolsQuery());
  const known = tools.data?.items ?? [];
  const title = known.find((one) => one.tool === tool)?.title ?? tool;
  const choose = (value: string) =>
    window.history.pushState(null, "", value === ANY ? PATH : `${PATH}?${new URLSearchParams({ tool: value })}`);
  return (
    <Menu
      entries={[
        ...(tools.isError ? [{ kind: "label" as const, content: "The tools could not be loaded." }] : []),
        {
          kind: "choices",
          label: "Tool",
          value: tool ?? ANY,
          onChange: choose,
          choices: [
            { value: ANY, content: "Any tool" },
            ...known.map((one) => ({ value: one.tool, content: <AgentLine text={one.title} /> })),
          ],
        },
      ]}
      button={(props) => <FilterButton {...props} name="Tool" value={title !== null && <AgentLine text={title} />} />}
    />
  );
}

function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState icon={Scale} title={isNarrowed ? "Nobody has compared this tool yet" : "Nothing has been compared yet"}>
      A reconciliation compares what Interlock has on record with what the downstream says happened: by the listing or
      the probe that the tool's contract declares, or by a statement that somebody uploads. Tools with a listing are
      compared once a day by themselves.
    </EmptyState>
  );
}
