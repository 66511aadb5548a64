/**
 * What the list is narrowed to. Lives in the address, so that a view can be sent to somebody; what an address says and
 * nobody can answer is told, never silently left out: the list would be of something else.
 */
import type { IntentState } from "@/lib/wire/intent";
import { isState } from "../../words/state-words";
import { isAbove, isAmount } from "./amount";
import { isPeriod, PERIODS, type PeriodName } from "./period";

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

/** A part of an address that is not part of the filter, and why. */
export type AddressProblem = { name: string; value: string; why: string };

/** What else an address may say. */
const BESIDE = new Set(["columns"]);

const LENGTHS = { tool: 128, agent: 64, operator: 64, run: 255, effectId: 4_000, identity: 1_000, q: 200 };

/** Null: it can be asked for. */
type Check = (value: string) => string | null;

const amount: Check = (value) => (isAmount(value) ? null : "is not an amount, such as 80 or 80.50.");
const instant: Check = (value) => (isInstant(value) ? null : "is not a time, such as 2026-11-17T20:00:00Z.");
const text =
  (lengthMax: number): Check =>
  (value) =>
    value.includes("\0") || value.length > lengthMax ? `is longer than ${lengthMax} characters, or no text.` : null;

/** In the order in which filters stand in an address. */
const CHECKS: Record<FilterName, Check> = {
  q: text(LENGTHS.q),
  state: (value) => (isState(value) ? null : "is not a state."),
  tool: text(LENGTHS.tool),
  agent: text(LENGTHS.agent),
  operator: text(LENGTHS.operator),
  run: text(LENGTHS.run),
  effectId: text(LENGTHS.effectId),
  identity: text(LENGTHS.identity),
  period: (value) => (isPeriod(value) ? null : `is not one of ${Object.keys(PERIODS).join(", ")}.`),
  from: instant,
  to: instant,
  amount,
  amountFrom: amount,
  amountTo: amount,
  currency: (value) => (/^[A-Za-z]{3}$/.test(value) ? null : "is not a currency, such as USD."),
};

const NAMES = Object.keys(CHECKS) as FilterName[];

export function parseFilter(search: URLSearchParams): { filter: IntentFilter; problems: AddressProblem[] } {
  const filter: Record<string, string> = {};
  const problems: AddressProblem[] = [];
  for (const name of new Set(search.keys())) {
    if (BESIDE.has(name)) continue;
    const [value = "", ...more] = search.getAll(name);
    const why = whyNot(name, value, more.length > 0);
    if (why === null) filter[name] = name === "currency" ? value.toUpperCase() : value;
    else problems.push({ name, value, why });
  }
  return settle(filter as IntentFilter, problems);
}

function whyNot(name: string, value: string, isRepeated: boolean): string | null {
  if (!isFilterName(name)) return "is not the name of a filter.";
  if (isRepeated) return "is there more than once.";
  if (value === "") return "is empty.";
  return CHECKS[name](value);
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(CHECKS, name);
}

/** What cannot be asked for together. */
function settle(parsed: IntentFilter, problems: AddressProblem[]) {
  const filter = { ...parsed };
  const drop = (name: FilterName, why: string) => {
    const value = filter[name];
    if (value === undefined) return;
    problems.push({ name, value, why });
    delete filter[name];
  };
  if (filter.period !== undefined) for (const name of ["from", "to"] as const) drop(name, "stands beside a period.");
  if (filter.from !== undefined && filter.to !== undefined && Date.parse(filter.from) >= Date.parse(filter.to)) {
    drop("from", "is not before the end of the time.");
    drop("to", "is not after the beginning of the time.");
  }
  if (filter.amount !== undefined) {
    for (const name of ["amountFrom", "amountTo"] as const) drop(name, "stands beside an exact amount.");
  }
  if (isAbove(filter.amountFrom, filter.amountTo)) {
    drop("amountFrom", "is more than the upper amount.");
    drop("amountTo", "is less than the lower amount.");
  }
  if (filter.currency === undefined) {
    for (const name of ["amount", "amountFrom", "amountTo"] as const) drop(name, "needs a currency beside it.");
  }
  return { filter, problems };
}

function isInstant(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
  );
}

export function filterSearch(filter: IntentFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of NAMES) {
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
