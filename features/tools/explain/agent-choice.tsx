"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Field, Input } from "@/components/field";
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
export function AgentChoice({ agent, canList, error, onChange }: AgentChoiceProps) {
  const listId = useId();
  const known = useQuery({ ...agentChoicesQuery(), enabled: canList });
  const chosen = known.data?.items.find(({ id }) => id === agent);
  const hint = chosen
    ? `${chosen.name}, namespace ${chosen.namespace}`
    : "Its id. None: an agent without name and labels.";
  return (
    <Field label="Agent" hint={hint} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={LENGTH_MAX}
            list={known.data ? listId : undefined}
            value={agent}
            onChange={(event) => onChange(event.target.value)}
          />
          {known.data && (
            <datalist id={listId}>
              {known.data.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
