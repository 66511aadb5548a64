import type { FindingDto } from "@/lib/wire/finding";

export type FindingState = FindingDto["state"];

/** What the list is narrowed to. Lives in the address, so that a view can be kept or sent to somebody. */
export type FindingFilter = {
  /** `any` too: what is open is what waits, so that is what the bare address shows. */
  state: FindingState | "any";
  kind?: string;
  tool?: string;
  intent?: string;
  reconciliation?: string;
};

const STATES: readonly string[] = ["open", "acknowledged", "resolved", "any"];
/** As long as the API takes them. */
const LENGTH_MAX = { kind: 64, tool: 128, intent: 64, reconciliation: 64 } as const;
const NAMES = ["kind", "tool", "intent", "reconciliation"] as const;

export function parseFilter(search: URLSearchParams): FindingFilter {
  const state = search.get("state") ?? "";
  const filter: FindingFilter = { state: STATES.includes(state) ? (state as FindingFilter["state"]) : "open" };
  for (const name of NAMES) {
    const value = search.get(name);
    if (value !== null && value !== "" && value.length <= LENGTH_MAX[name]) filter[name] = value;
  }
  return filter;
}

export function filterPath(filter: FindingFilter): string {
  const search = new URLSearchParams();
  if (filter.state !== "open") search.set("state", filter.state);
  for (const name of NAMES) if (filter[name] !== undefined) search.set(name, filter[name]);
  return search.size === 0 ? "/findings" : `/findings?${search}`;
}

/** As the API is asked. */
export function toQuery({ state, ...rest }: FindingFilter): Record<string, string | undefined> {
  return state === "any" ? rest : { state, ...rest };
}

/** By more than its state. */
export function isNarrowed(filter: FindingFilter): boolean {
  return NAMES.some((name) => filter[name] !== undefined);
}
