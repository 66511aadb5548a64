import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type {
  ChangeOperatorBody,
  CreateOperatorBody,
  CreateTokenBody,
  NewOperatorTokenDto,
  OperatorAccountDto,
} from "@/lib/wire/operator";

const OPERATORS = "/api/v1/operators";
const LIST_PAGE_SIZE = 50;

const wire = () => import("@/lib/wire/operator");

export function operatorListQuery() {
  return infiniteQueryOptions({
    queryKey: ["operators", "list"],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(async () => (await wire()).OperatorListDto, pagePath(OPERATORS, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function operatorQuery(id: string) {
  return queryOptions({
    queryKey: ["operators", "one", id],
    queryFn: ({ signal }) => fetchJson(async () => (await wire()).OperatorAccountDto, operatorPath(id), { signal }),
  });
}

export function tokensQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["operators", "one", id, "tokens"],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(async () => (await wire()).OperatorTokenListDto, pagePath(`${operatorPath(id)}/tokens`, pageParam), {
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function createOperator(body: CreateOperatorBody): Promise<OperatorAccountDto> {
  return fetchJson(async () => (await wire()).OperatorAccountDto, OPERATORS, { method: "POST", body });
}

export function changeOperator(id: string, body: ChangeOperatorBody): Promise<OperatorAccountDto> {
  return fetchJson(async () => (await wire()).OperatorAccountDto, operatorPath(id), { method: "PATCH", body });
}

export function disableOperator(id: string): Promise<void> {
  return fetchNothing(operatorPath(id), { method: "DELETE" });
}

export function createToken(id: string, body: CreateTokenBody): Promise<NewOperatorTokenDto> {
  return fetchJson(async () => (await wire()).NewOperatorTokenDto, `${operatorPath(id)}/tokens`, {
    method: "POST",
    body,
  });
}

export function revokeToken(id: string, tokenId: string): Promise<void> {
  return fetchNothing(`${operatorPath(id)}/tokens/${encodeURIComponent(tokenId)}`, { method: "DELETE" });
}

function pagePath(base: string, cursor: string | undefined): string {
  const search = new URLSearchParams({ limit: String(LIST_PAGE_SIZE) });
  if (cursor !== undefined) search.set("cursor", cursor);
  return `${base}?${search}`;
}

function operatorPath(id: string): string {
  return `${OPERATORS}/${encodeURIComponent(id)}`;
}
