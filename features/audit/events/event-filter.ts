/** What the log is narrowed to. Lives in the address, so that a view can be kept or sent to somebody. */
export type EventFilter = {
  type?: string;
  actor?: string;
  intent?: string;
  subject?: string;
  /** The last so many hours or days, counted from when it is looked at; else `from` and `to`. */
  last?: Last;
  from?: string;
  to?: string;
};

export const LASTS = { "1h": "Last hour", "24h": "Last 24 hours", "7d": "Last 7 days", "30d": "Last 30 days" } as const;
export type Last = keyof typeof LASTS;

const LAST_MS: Record<Last, number> = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 };
/** As long as the API takes them. */
const LENGTH_MAX = { type: 64, actor: 200, intent: 64, subject: 200 } as const;
const NAMES = ["type", "actor", "intent", "subject"] as const;

export function parseFilter(search: URLSearchParams): EventFilter {
  const filter: EventFilter = {};
  for (const name of NAMES) {
    const value = search.get(name);
    if (value !== null && value !== "" && value.length <= LENGTH_MAX[name]) filter[name] = value;
  }
  const last = search.get("last");
  if (isLast(last)) return { ...filter, last };
  const [from, to] = [instant(search.get("from")), instant(search.get("to"))];
  return { ...filter, ...(from !== null && { from }), ...(to !== null && { to }) };
}

export function isLast(text: string | null): text is Last {
  return text !== null && Object.hasOwn(LASTS, text);
}

function instant(text: string | null): string | null {
  if (text === null || Number.isNaN(Date.parse(text))) return null;
  return new Date(text).toISOString();
}

export function filterPath(filter: EventFilter): string {
  const search = new URLSearchParams();
  for (const name of [...NAMES, "last", "from", "to"] as const) {
    const value = filter[name];
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? "/audit" : `/audit?${search}`;
}

/** As the API is asked. */
export function toQuery({ last, ...rest }: EventFilter, nowMs: number): Record<string, string | undefined> {
  return last === undefined ? rest : { ...rest, from: new Date(nowMs - LAST_MS[last]).toISOString() };
}

export function isFiltered(filter: EventFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
