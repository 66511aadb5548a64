/** Filters in words, for chips, for the name of a view, and for what an export takes. */
import { formatMoney } from "@/components/money";
import { STATE_WORDS } from "../../words/state-words";
import type { FilterName, IntentFilter } from "./intent-filter";
import { PERIODS } from "./period";

/** `removes`: what goes with it. */
export type FilterWords = { name: string; value: string; removes: FilterName[] };

/** Who has an id, as far as this screen knows. */
export type Names = { tool: (id: string) => string; agent: (id: string) => string; operator: (id: string) => string };

export const NO_NAMES: Names = { tool: (id) => id, agent: (id) => id, operator: (id) => id };

const INSTANT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

export function filterWords(filter: IntentFilter, names: Names = NO_NAMES): FilterWords[] {
  const { state, tool, agent, operator, run, effectId, identity, q } = filter;
  const one = (name: string, value: string | undefined, removes: FilterName) =>
    value === undefined ? [] : [{ name, value, removes: [removes] }];
  const time = timeWords(filter);
  const amount = amountWords(filter);
  return [
    ...one("Search", q, "q"),
    ...one("State", state && STATE_WORDS[state].word, "state"),
    ...one("Tool", tool && names.tool(tool), "tool"),
    ...one("Agent", agent && names.agent(agent), "agent"),
    ...one("Acted on by", operator && names.operator(operator), "operator"),
    ...one("Run", run, "run"),
    ...one("Effect id", effectId, "effectId"),
    ...one("Identity value", identity, "identity"),
    ...(time === null ? [] : [{ name: "Time", value: time, removes: ["period", "from", "to"] satisfies FilterName[] }]),
    ...(amount === null ? [] : [amount]),
  ];
}

/** Null: of any time. */
export function timeWords({ period, from, to }: IntentFilter): string | null {
  if (period !== undefined) return PERIODS[period].word;
  const at = (instant: string) => INSTANT.format(new Date(instant));
  if (from !== undefined && to !== undefined) return `${at(from)} – ${at(to)}`;
  if (from !== undefined) return `since ${at(from)}`;
  return to === undefined ? null : `before ${at(to)}`;
}

function amountWords({ amount, amountFrom, amountTo, currency }: IntentFilter): FilterWords | null {
  if (currency === undefined) return null;
  const removes: FilterName[] = ["amount", "amountFrom", "amountTo", "currency"];
  const money = (value: string) => formatMoney({ value, currency });
  const value =
    amount !== undefined
      ? money(amount)
      : amountFrom !== undefined && amountTo !== undefined
        ? `${money(amountFrom)} – ${money(amountTo)}`
        : amountFrom !== undefined
          ? `${money(amountFrom)} or more`
          : amountTo !== undefined
            ? `${money(amountTo)} or less`
            : `any, in ${currency}`;
  return { name: "Amount", value, removes };
}

export function withoutFilters(filter: IntentFilter, removes: readonly FilterName[]): IntentFilter {
  const rest = { ...filter };
  for (const name of removes) delete rest[name];
  return rest;
}
