import { spellDuration } from "@/components/duration";
import { formatMoney } from "@/components/money";
import type { OverviewDto, PreventedDto, RetrySourceDto } from "@/lib/wire/overview";

const COUNT = new Intl.NumberFormat();
const ONE_PLACE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const LIST = new Intl.ListFormat(undefined, { type: "conjunction" });

/** `isFigure`: what the eye looks for. */
export type Part = { text: string; isFigure: boolean };

/** The time in one sentence: what came in, what it came to, and what was kept from happening twice. */
export function headline({ totals, prevented }: Pick<OverviewDto, "totals" | "prevented">): Part[] {
  const { submissions, effects, duplicates } = totals;
  const parts = [figure(count(submissions, "submission"))];
  if (effects === 0) parts.push(plain(" and "), figure("no effect"));
  else if (effects > submissions)
    parts.push(plain(" and "), figure(count(effects, "effect")), plain(", some of them asked for earlier"));
  else parts.push(plain(" became "), figure(count(effects, "effect")));
  if (duplicates === 0) return [...parts, plain("; no duplicate came.")];
  parts.push(plain("; "), figure(count(duplicates, "duplicate")), plain(" prevented"));
  if (prevented.length > 0) parts.push(plain(", worth "), figure(moneyWords(prevented)));
  return [...parts, plain(".")];
}

function figure(text: string): Part {
  return { text, isFigure: true };
}

function plain(text: string): Part {
  return { text, isFigure: false };
}

export function count(value: number, noun: string): string {
  return `${COUNT.format(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** "$12,400.00 and €310.00": currencies stand side by side, they are never added. */
export function moneyWords(prevented: PreventedDto[]): string {
  return LIST.format(prevented.map(({ amount, currency }) => formatMoney({ value: amount, currency })));
}

/** What the amounts do not tell of. Null: they tell of all. */
export function unpricedWords({ totals, prevented }: Pick<OverviewDto, "totals" | "prevented">): string | null {
  const priced = prevented.reduce((sum, { duplicates }) => sum + duplicates, 0);
  const rest = totals.duplicates - priced;
  if (rest === 0) return null;
  if (priced === 0) return "No tool that they asked for declares an amount of money.";
  return `${count(rest, "duplicate")} asked for something without an amount of money.`;
}

/** "4.2 per effect": how often somebody asks for what happens once. */
export function perEffectWords({ duplicates, effects }: Pick<RetrySourceDto, "duplicates" | "effects">): string {
  return effects === 0 ? "no effect" : ONE_PLACE.format(duplicates / effects);
}

export function shareWords(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  if (share > 0 && share < 1) return "< 1 %";
  if (share > 99 && share < 100) return "> 99 %";
  return `${Math.round(share)} %`;
}

/** Nothing at all: no axis could tell more than this does. */
export function isQuiet({ totals, decisionTime }: Pick<OverviewDto, "totals" | "decisionTime">): boolean {
  return totals.submissions === 0 && totals.effects === 0 && decisionTime === null;
}

/** Why a time that ends now is a little shorter than it is called: its last step is not over. */
export function stepsWords({ buckets, asOf }: Pick<OverviewDto, "buckets" | "asOf">): string {
  const last = buckets.at(-1);
  if (last === undefined || Date.parse(last.to) <= Date.parse(asOf)) return "";
  return `, in steps of ${spellDuration(Date.parse(last.to) - Date.parse(last.from))}; the last one is still going on`;
}
