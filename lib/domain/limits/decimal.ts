/**
 * Exact arithmetic on plain decimals as text (`12`, `0.1`, `-3.50`; no exponent), by way of integers on a common
 * scale. Results are canonical: no trailing zeros, no negative zero. Only what a normaliser made may come in here.
 */
import { joinDecimal } from "../normalise/plain-decimal";

type Scaled = { digits: bigint; scale: number };

export function addDecimals(left: string, right: string): string {
  return sumDecimals([left, right]);
}

export function sumDecimals(values: readonly string[]): string {
  const terms = values.map(toScaled);
  const scale = terms.reduce((most, term) => Math.max(most, term.scale), 0);
  const total = terms.reduce((sum, term) => sum + rescale(term, scale), 0n);
  return joinDecimal(total < 0n, String(total < 0n ? -total : total), "", -scale);
}

/** Negative, zero or positive, like the callback of a sort. */
export function compareDecimals(left: string, right: string): number {
  const a = toScaled(left);
  const b = toScaled(right);
  const scale = Math.max(a.scale, b.scale);
  const difference = rescale(a, scale) - rescale(b, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

function toScaled(text: string): Scaled {
  const point = text.indexOf(".");
  if (point === -1) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

function rescale({ digits, scale }: Scaled, to: number): bigint {
  return scale === to ? digits : digits * 10n ** BigInt(to - scale);
}
