/** What the list is narrowed to. Lives in the address, so that a view can be sent to somebody. */
import type { IntentState } from "@/lib/wire/intent";
import { PERIODS, type PeriodName } from "./period";

export type IntentFilter = {
  state?: IntentState;
  tool?: string;
  agent?: string;
  operator?: string;
  run?: string;
  effectId?: string;
  identity?: string;
  q?: string;
  /** In place of `from` and `to`. */
  period?: PeriodName;
  from?: string;
  to?: string;
  amount?: string;
  amountFrom?: string;
  amountTo?: string;
  currency?: string;
};

export type FilterName = keyof IntentFilter;

/** In the order in which they stand in an address. */
export const FILTER_NAMES = [
  "q",
  "state",
  "tool",
  "agent",
  "operator",
  "run",
  "effectId",
  "identity",
  "period",
  "from",
  "to",
  "amount",
  "amountFrom",
  "amountTo",
  "currency",
] as const satisfies FilterName[];

export function filterSearch(filter: IntentFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filter[name];
    if (value !== undefined) search.set(name, value);
  }
  return search;
}

export function filterPath(filter: IntentFilter, columns: readonly string[] | null = null): string {
  const search = filterSearch(filter);
  if (columns !== null) search.set("columns", columns.join(","));
  return search.size === 0 ? "/intents" : `/intents?${search}`;
}

export function isFiltered(filter: IntentFilter): boolean {
  return filterSearch(filter).size > 0;
}

export function isSameFilter(left: IntentFilter, right: IntentFilter): boolean {
  return String(filterSearch(left)) === String(filterSearch(right));
}

/** With a currency the list has the largest amount first. */
export function isByAmount({ currency }: IntentFilter): boolean {
  return currency !== undefined;
}

/** As the API is asked, at this moment. */
export function toQuery({ period, ...filter }: IntentFilter, nowMs: number): URLSearchParams {
  const from = period === undefined ? filter.from : new Date(PERIODS[period].fromMs(nowMs)).toISOString();
  return filterSearch({ ...filter, ...(from === undefined ? {} : { from: toIso(from) }), ...toEnd(filter.to) });
}

function toEnd(to: string | undefined): { to?: string } {
  return to === undefined ? {} : { to: toIso(to) };
}

/** The API takes seconds; an address that somebody typed may lack them. */
function toIso(instantText: string): string {
  return new Date(instantText).toISOString();
}
