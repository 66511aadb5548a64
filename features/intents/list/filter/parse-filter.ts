/**
 * A filter as an address has it. What it says and nobody can answer is told, never silently left out: the list would be
 * of something else.
 */
import { isState } from "../../words/state-words";
import { isAbove, isAmount } from "./amount";
import type { FilterName, IntentFilter } from "./intent-filter";
import { isPeriod, PERIODS } from "./period";

/** A part of an address that is not part of the filter, and why. */
export type AddressProblem = {
  name: string;
  /** Null: it is the name that nobody knows. */
  value: string | null;
  why: string;
};

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

export function parseFilter(search: URLSearchParams): { filter: IntentFilter; problems: AddressProblem[] } {
  const filter: Record<string, string> = {};
  const problems: AddressProblem[] = [];
  for (const name of new Set(search.keys())) {
    if (BESIDE.has(name)) continue;
    if (!isFilterName(name)) {
      problems.push({ name, value: null, why: "is not a filter." });
      continue;
    }
    const [value = "", ...more] = search.getAll(name);
    const why = whyNot(name, value, more.length > 0);
    if (why === null) filter[name] = name === "currency" ? value.toUpperCase() : value;
    else problems.push({ name, value, why });
  }
  return settle(filter as IntentFilter, problems);
}

function whyNot(name: FilterName, value: string, isRepeated: boolean): string | null {
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
