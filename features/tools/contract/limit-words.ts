import { spellDuration } from "@/components/duration";
import { fieldName } from "@/components/field-name";
import { isObject, listAt, numberAt, objectAt, type ReadContract, textAt } from "./read-definition";
import { quoted, type Statement } from "./statement";

export const NO_LIMITS = "This contract declares no limit.";

export function limitStatements(contract: ReadContract): Statement[] {
  const limits = listAt(contract.definition, "limits");
  if (limits.length === 0) return [{ text: NO_LIMITS }];
  if (contract.effect === "read") return [{ text: "A read is never limited: the limits of this contract do nothing." }];
  return limits.map((limit) => ({ text: limitWords(contract, limit) }));
}

function limitWords({ definition }: ReadContract, limit: unknown): string {
  const max = numberAt(limit, "max");
  const per = textAt(limit, "per");
  const window = textAt(limit, "window");
  if (!isObject(limit) || max === null || per === null || window === null) {
    return `A limit that this page has no words for: ${JSON.stringify(limit)}`;
  }
  const sum = textAt(limit, "sum");
  const amount = sum === null ? `${number(max)} ${max === 1 ? "intent" : "intents"}` : sumWords(definition, sum, max);
  return `${payerWords(per)}: at most ${amount} ${windowWords(window)}. ${overWords(textAt(limit, "over"))}`;
}

export function payerWords(per: string): string {
  if (per === "agent") return "For each agent";
  if (per === "tool") return "For all agents of a namespace together";
  return `For each ${fieldName(per)}`;
}

/** Sums of money are limited in major units, each currency by itself. */
function sumWords(definition: unknown, sum: string, max: number): string {
  const rule = objectAt(objectAt(definition, "fields"), sum);
  const name = fieldName(sum);
  if (rule === null || rule["as"] !== "money") return `${number(max)} in total of ${name}`;
  const code = textAt(rule, "code");
  if (code !== null) return `${money(max, code)} in total of ${name}`;
  return `${number(max)} in total of ${name}, in each currency by itself`;
}

const CALENDAR: Record<string, string> = {
  day: "in a calendar day (UTC)",
  week: "in a calendar week (UTC, from Monday)",
  month: "in a calendar month (UTC)",
};

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function windowWords(window: string): string {
  if (Object.hasOwn(CALENDAR, window)) return CALENDAR[window] ?? "";
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(window) ?? [];
  const unitMs = unit === undefined ? undefined : UNIT_MS[unit];
  return unitMs === undefined ? `in ${quoted(window)}` : `in any ${spellDuration(Number(count) * unitMs)}`;
}

function overWords(over: string | null): string {
  if (over === "refuse") return "What would go over is refused.";
  if (over === "hold" || over === null) return "What would go over is held for a person.";
  return `What would go over: ${quoted(over)}.`;
}

function number(value: number): string {
  return value.toLocaleString(undefined, { maximumFractionDigits: 15 });
}

function money(value: number, currency: string): string {
  try {
    return value.toLocaleString(undefined, { style: "currency", currency, maximumFractionDigits: 4 });
  } catch {
    return `${number(value)} ${currency}`; // not a currency that this browser knows
  }
}
