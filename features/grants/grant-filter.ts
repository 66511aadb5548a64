import type { GrantState } from "@/lib/wire/grant";

/** What the list is narrowed to. Lives in the address, so that a view can be kept or sent to somebody. */
export type GrantFilter = { state: GrantState | "any"; tool?: string; agent?: string };

const STATES: readonly string[] = ["active", "used_up", "expired", "revoked"] satisfies GrantState[];
/** As long as the API takes them. */
const LENGTH_MAX = { tool: 128, agent: 64 } as const;
const NAMES = ["tool", "agent"] as const;

export const ALL: GrantFilter = { state: "any" };

export function parseFilter(search: URLSearchParams): GrantFilter {
  const state = search.get("state") ?? "";
  const filter: GrantFilter = { state: STATES.includes(state) ? (state as GrantState) : "any" };
  for (const name of NAMES) {
    const value = search.get(name);
    if (value !== null && value !== "" && value.length <= LENGTH_MAX[name]) filter[name] = value;
  }
  return filter;
}

export function filterPath(filter: GrantFilter): string {
  const search = new URLSearchParams();
  if (filter.state !== "any") search.set("state", filter.state);
  for (const name of NAMES) if (filter[name] !== undefined) search.set(name, filter[name]);
  return search.size === 0 ? "/grants" : `/grants?${search}`;
}

/** As the API is asked. */
export function toQuery({ state, ...rest }: GrantFilter): Record<string, string | undefined> {
  return state === "any" ? rest : { state, ...rest };
}

export function isNarrowed(filter: GrantFilter): boolean {
  return filter.state !== "any" || NAMES.some((name) => filter[name] !== undefined);
}
