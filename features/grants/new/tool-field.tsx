"use client";

import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { ErrorPanel } from "@/components/error-panel";
import { Field } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { Notice } from "@/components/notice";
import { Select } from "@/components/select";
import { Skeleton } from "@/components/skeleton";
import { revealedText } from "@/components/visible-characters";
import { toolChoicesQuery } from "../queries";
import type { GrantDraft } from "./grant-draft";

type ToolFieldProps = {
  draft: GrantDraft;
  onChange: (tool: string) => void;
  problem: string | null;
  refusal: unknown;
};

export function ToolField({ draft, onChange, problem, refusal }: ToolFieldProps) {
  const tools = useQuery(toolChoicesQuery());
  if (tools.isPending) return <Skeleton className="h-9 w-full" />;
  if (tools.isError) {
    return (
      <ErrorPanel
        title="The tools could not be loaded"
        error={tools.error}
        retry={tools.refetch}
        retrying={tools.isFetching}
      />
    );
  }
  const isListed = tools.data.some(({ tool }) => tool === draft.tool);
  return (
    <Field label="Tool" error={problem ?? messageAt(refusal, "/tool")}>
      {(control) => (
        <Select {...control} value={draft.tool} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose a tool</option>
          {!isListed && draft.tool !== "" && <option value={draft.tool}>{revealedText(draft.tool)}</option>}
          {tools.data.map(({ tool, title }) => (
            <option key={tool} value={tool}>
              {revealedText(title)} ({tool})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function NoGrantPossible() {
  return (
    <Notice tone="warn" icon={TriangleAlert} role="status" title="No grant can stand in for people here">
      The tool is irreversible, and its contract does not say that it may clear by itself (allowAutoClear). People
      approve each of its intents.
    </Notice>
  );
}
