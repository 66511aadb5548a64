"use client";

import { useQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { CheckLine } from "@/components/check-line";
import { ChoiceList } from "@/components/choice-list";
import { ErrorPanel } from "@/components/error-panel";
import { Skeleton } from "@/components/skeleton";
import type { AgentTerms } from "./agent-terms";
import { toolNamesQuery } from "./queries";

const REACHES = [
  { value: "all", label: "All tools", meaning: "Also those that are published later." },
  { value: "some", label: "Only some", meaning: "Everything else is refused." },
] as const;

type ToolChoiceProps = {
  terms: AgentTerms;
  onChange: (terms: AgentTerms) => void;
  error: string | null;
};

/** Which tools an agent may submit intents for. */
export function ToolChoice({ terms, onChange, error }: ToolChoiceProps) {
  return (
    <div className="flex flex-col gap-2">
      <ChoiceList
        legend="Tools it may use"
        choices={REACHES}
        value={terms.reach}
        onChange={(reach) => onChange({ ...terms, reach })}
        error={error}
      />
      {terms.reach === "some" && <ToolBoxes chosen={terms.tools} onChange={(tools) => onChange({ ...terms, tools })} />}
    </div>
  );
}

function ToolBoxes({ chosen, onChange }: { chosen: string[]; onChange: (tools: string[]) => void }) {
  const known = useQuery(toolNamesQuery());
  if (known.isPending) {
    return (
      <div role="status" className="space-y-2 px-3">
        <span className="sr-only">Loading the tools</span>
        <Skeleton className="h-3.5 w-1/2" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
    );
  }
  if (known.isError) {
    return (
      <ErrorPanel
        title="The tools could not be loaded"
        error={known.error}
        retry={known.refetch}
        retrying={known.isFetching}
      />
    );
  }
  const names = new Set(known.data.map(({ tool }) => tool));
  // A tool that was allowed before its contract is there, or that the list is too long for, stays in sight.
  const others = chosen.filter((tool) => !names.has(tool)).map((tool) => ({ tool, title: tool }));
  const toggle = (tool: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, tool] : chosen.filter((name) => name !== tool));
  return (
    <fieldset className="max-h-56 overflow-y-auto rounded-md border px-3 py-1">
      <legend className="sr-only">Tools</legend>
      {[...known.data, ...others].map(({ tool, title }) => (
        <CheckLine
          key={tool}
          label={
            <>
              <AgentLine text={title} /> <AgentLine text={tool} className="font-mono text-ink-faint text-xs" />
            </>
          }
          checked={chosen.includes(tool)}
          onChange={(isChosen) => toggle(tool, isChosen)}
        />
      ))}
    </fieldset>
  );
}
