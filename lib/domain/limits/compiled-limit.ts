/** What a limit says, worked out once: every submission asks for it, duplicates included. */
import type { LimitRule } from "../contract/definition";
import { currencyExponent } from "../normalise/currency-codes";
import { joinDecimal, plainDecimal } from "../normalise/plain-decimal";
import { type AmountPath, compilePath } from "./amounts";
import { loadWindow } from "./window";

export type CompiledLimit = {
  /** Null: it counts calls. */
  path: AmountPath | null;
  /** `24h` and `1d` are one window: it is named by what it means. */
  windowName: string;
  /** At most one for each ISO code, and one for none. */
  terms: Map<string | null, LimitTerms>;
};

/** `max` is in minor units where there is a currency. */
type LimitTerms = { max: string; label: string };

/** Lives as long as the contract version that the limit is part of. */
const COMPILED = new WeakMap<LimitRule, CompiledLimit>();

export function compiledLimit(limit: LimitRule): CompiledLimit {
  const known = COMPILED.get(limit);
  if (known !== undefined) return known;
  const window = loadWindow(limit.window);
  const compiled: CompiledLimit = {
    path: limit.sum === undefined ? null : compilePath(limit.sum),
    windowName: window.kind === "sliding" ? `${window.ms}ms` : window.unit,
    terms: new Map(),
  };
  COMPILED.set(limit, compiled);
  return compiled;
}

export function termsIn(limit: LimitRule, { terms }: CompiledLimit, currency: string | null): LimitTerms {
  const known = terms.get(currency);
  if (known !== undefined) return known;
  const made = { max: maxIn(limit.max, currency), label: labelIn(limit, currency) };
  terms.set(currency, made);
  return made;
}

function maxIn(max: number, currency: string | null): string {
  const [whole = "", fraction = ""] = plainDecimal(max).split(".");
  return joinDecimal(false, whole, fraction, currency === null ? 0 : currencyExponent(currency));
}

function labelIn({ sum, per, window, max }: LimitRule, currency: string | null): string {
  const counted = sum === undefined ? "calls" : `sum of ${sum}`;
  const span = loadWindow(window).kind === "calendar" ? `a calendar ${window}` : window;
  return `${counted} per ${per} in ${span}, at most ${plainDecimal(max)}${currency === null ? "" : ` ${currency}`}`;
}
