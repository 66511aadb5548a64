import { queryOptions } from "@tanstack/react-query";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type { SessionDto, SignInBody } from "@/lib/wire/session";

const SESSION_PATH = "/api/v1/session";
const SESSION_FRESH_MS = 60_000;

const sessionSchema = async () => (await import("@/lib/wire/session")).SessionDto;

export function sessionQuery() {
  return queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }) => fetchJson(sessionSchema, SESSION_PATH, { signal }),
    staleTime: SESSION_FRESH_MS,
  });
}

export function signIn(body: SignInBody): Promise<SessionDto> {
  return fetchJson(sessionSchema, SESSION_PATH, { method: "POST", body });
}

export function signOut(): Promise<void> {
  return fetchNothing(SESSION_PATH, { method: "DELETE" });
}
