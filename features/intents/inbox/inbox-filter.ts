import type { InboxFilter } from "./queries";
import { isWaitReason } from "./wait-words";

/** As long as the API takes them. */
const LENGTH_MAX = { tool: 128, agent: 64, q: 200 };

/** What the address narrows the inbox to; what it cannot mean is left out. */
export function parseInboxFilter(search: URLSearchParams): InboxFilter {
  const reason = search.get("reason");
  const text = (name: keyof typeof LENGTH_MAX) => {
    const value = search.get(name)?.trim() ?? "";
    return value !== "" && value.length <= LENGTH_MAX[name] ? { [name]: value } : {};
  };
  return { ...(isWaitReason(reason) && { reason }), ...text("tool"), ...text("agent"), ...text("q") };
}

export function inboxPath(filter: InboxFilter): string {
  const search = new URLSearchParams(filter);
  return search.size === 0 ? "/" : `/?${search}`;
}

export function isNarrowed(filter: InboxFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** The filter with one part changed, or without it. */
export function narrow<K extends keyof InboxFilter>(
  filter: InboxFilter,
  name: K,
  value: InboxFilter[K] | undefined,
): InboxFilter {
  const { [name]: _before, ...rest } = filter;
  return value === undefined || value === "" ? rest : { ...rest, [name]: value };
}
