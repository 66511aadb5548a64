"use client";

/**
 * Agents and operators by name. Only admins may list all of them; for others these are the agents of the rows that were
 * read, and themselves.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchJson } from "@/lib/wire/fetch-json";
import type { OperatorDto } from "@/lib/wire/session";
import { contractsQuery } from "../../queries";
import type { IntentRow } from "../rows/intent-row";
import type { Names } from "./filter-words";

export type Person = { id: string; name: string };
export type People = { agents: Person[]; operators: Person[]; names: Names };

const PEOPLE_MAX = 200;
const PEOPLE_FRESH_MS = 60_000;

const agentsSchema = async () => (await import("@/lib/wire/agent")).AgentListDto;
const operatorsSchema = async () => (await import("@/lib/wire/operator")).OperatorListDto;

function allAgentsQuery() {
  return queryOptions({
    queryKey: ["agents", "all names"],
    queryFn: ({ signal }) => fetchJson(agentsSchema, `/api/v1/agents?limit=${PEOPLE_MAX}`, { signal }),
    staleTime: PEOPLE_FRESH_MS,
  });
}

function allOperatorsQuery() {
  return queryOptions({
    queryKey: ["operators", "all names"],
    queryFn: ({ signal }) => fetchJson(operatorsSchema, `/api/v1/operators?limit=${PEOPLE_MAX}`, { signal }),
    staleTime: PEOPLE_FRESH_MS,
  });
}

export function usePeople(operator: OperatorDto | null, rows: readonly IntentRow[]): People {
  const enabled = operator?.role === "admin";
  const agents = useQuery({ ...allAgentsQuery(), enabled });
  const operators = useQuery({ ...allOperatorsQuery(), enabled });
  const contracts = useQuery(contractsQuery());
  return useMemo(() => {
    const seen = rows.map(({ agentId, agent }) => ({ id: agentId, name: agent }));
    const known = {
      agents: distinct([...(agents.data?.items ?? []), ...seen]),
      operators: distinct([...(operator === null ? [] : [operator]), ...(operators.data?.items ?? [])]),
    };
    const tools = (contracts.data?.items ?? []).map(({ tool, title }) => ({ id: tool, name: title }));
    return {
      ...known,
      names: { tool: nameIn(tools), agent: nameIn(known.agents), operator: nameIn(known.operators) },
    };
  }, [operator, rows, agents.data, operators.data, contracts.data]);
}

function distinct(people: Person[]): Person[] {
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

function nameIn(people: Person[]): (id: string) => string {
  return (id) => people.find((one) => one.id === id)?.name ?? id;
}
