"use client";

import { useQuery } from "@tanstack/react-query";
import { ChoiceList } from "@/components/choice-list";
import { ErrorPanel } from "@/components/error-panel";
import { Field, Input } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { Select } from "@/components/select";
import { Skeleton } from "@/components/skeleton";
import { revealedText } from "@/components/visible-characters";
import { agentChoicesQuery } from "../queries";
import type { FormPart } from "./grant-form";

const GRANTEES = [
  { value: "agent", label: "One agent", meaning: "Nobody else can use it." },
  { value: "namespace", label: "Every agent of a namespace", meaning: "Also those that are made later." },
] as const;

/** Who may use it. */
export function GranteeFields({ draft, onChange, problems, refusal }: FormPart) {
  return (
    <div className="flex flex-col gap-3">
      <ChoiceList
        legend="For"
        choices={GRANTEES}
        value={draft.grantee}
        onChange={(grantee) => onChange({ ...draft, grantee })}
      />
      {draft.grantee === "agent" ? (
        <AgentField
          agentId={draft.agentId}
          onChange={(agentId) => onChange({ ...draft, agentId })}
          problem={problems["/agentId"] ?? messageAt(refusal, "/agentId")}
        />
      ) : (
        <Field label="Namespace" error={messageAt(refusal, "/namespace")}>
          {(control) => (
            <Input
              {...control}
              maxLength={64}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={draft.namespace}
              onChange={(event) => onChange({ ...draft, namespace: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

type AgentFieldProps = { agentId: string; onChange: (agentId: string) => void; problem: string | null };

function AgentField({ agentId, onChange, problem }: AgentFieldProps) {
  const agents = useQuery(agentChoicesQuery());
  if (agents.isPending) return <Skeleton className="h-9 w-full" />;
  if (agents.isError) {
    return (
      <ErrorPanel
        title="The agents could not be loaded"
        error={agents.error}
        retry={agents.refetch}
        retrying={agents.isFetching}
      />
    );
  }
  return (
    <Field label="Agent" error={problem}>
      {(control) => (
        <Select {...control} value={agentId} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose an agent</option>
          {agents.data.map(({ id, name, namespace }) => (
            <option key={id} value={id}>
              {revealedText(name)} ({namespace})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
