"use client";

import { useQuery } from "@tanstack/react-query";
import { Field, Input } from "@/components/field";
import { Select } from "@/components/select";
import { Skeleton } from "@/components/skeleton";
import { revealedText } from "@/components/visible-characters";
import type { AgentDto } from "@/lib/wire/agent";
import { agentChoicesQuery } from "../queries";

const LENGTH_MAX = 64;

type AgentChoiceProps = {
  agent: string;
  /** Admins may list the agents; everybody else writes an id that they know. */
  canList: boolean;
  error: string | null;
  onChange: (agent: string) => void;
};

/** Whose name and labels the policy sees. */
export function AgentChoice({ canList, ...field }: AgentChoiceProps) {
  const known = useQuery({ ...agentChoicesQuery(), enabled: canList });
  if (canList && known.isPending) return <Skeleton className="h-16 w-full" />;
  // Where the list did not come, its id is still as good as its name.
  return known.data === undefined ? <AgentId {...field} /> : <AgentByName {...field} agents={known.data} />;
}

type AgentFieldProps = Omit<AgentChoiceProps, "canList">;

function AgentByName({ agent, error, onChange, agents }: AgentFieldProps & { agents: AgentDto[] }) {
  const isKnown = agent === "" || agents.some(({ id }) => id === agent);
  return (
    <Field label="Agent" hint="Whose name and labels the policy sees." error={error}>
      {(control) => (
        <Select {...control} value={agent} onChange={(event) => onChange(event.target.value)}>
          <option value="">None: no name and no labels</option>
          {!isKnown && <option value={agent}>{revealedText(agent)}</option>}
          {agents.map(({ id, name, namespace }) => (
            <option key={id} value={id}>
              {revealedText(name)} ({namespace})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function AgentId({ agent, error, onChange }: AgentFieldProps) {
  return (
    <Field label="Agent" hint="Its id, which its intents show. None: an agent without name and labels." error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTH_MAX}
          value={agent}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
