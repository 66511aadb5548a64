/**
 * Exact decimals as text. Nothing here rounds: a number is what its shortest print says, digit for digit.
 */
const PLAIN = /^-?[\d.]+$/;
const PRINTED = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/** `1e21` and `1e-7` written out; `-0` is `0`. */
export function plainDecimal(value: number): string {
  const text = String(value);
  // Without an exponent the shortest print is the plain decimal already.
  if (PLAIN.test(text)) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PRINTED.exec(text) ?? [];
  return joinDecimal(sign === "-", whole, fraction, Number(exponent));
}

/** The canonical text of `whole.fraction × 10^shift`: no leading or trailing zeros, no negative zero. */
export function joinDecimal(negative: boolean, whole: string, fraction: string, shift = 0): string {
  if (shift === 0) return signed(negative, stripLeadingZeros(whole || "0"), stripTrailingZeros(fraction));
  const point = whole.length + shift;
  const digits = `${"0".repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(Math.max(0, point), "0");
  const split = Math.max(0, point);
  return signed(negative, stripLeadingZeros(digits.slice(0, split) || "0"), stripTrailingZeros(digits.slice(split)));
}

function signed(negative: boolean, whole: string, fraction: string): string {
  const magnitude = fraction === "" ? whole : `${whole}.${fraction}`;
  return negative && magnitude !== "0" ? `-${magnitude}` : magnitude;
}

export function stripLeadingZeros(digits: string): string {
  return digits.startsWith("0") ? digits.replace(LEADING_ZEROS, "") : digits;
}

/** A scan from the end: `/0+$/` is quadratic on `1000…0001`. */
export function stripTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === "0") end -= 1;
  return digits.slice(0, end);
}

/** Exact, unlike a division: 19.99 is a multiple of 0.01. */
export function isMultipleOf(value: number, step: number): boolean {
  const [whole = "", fraction = ""] = plainDecimal(value).split(".");
  const [stepWhole = "", stepFraction = ""] = plainDecimal(step).split(".");
  const digits = Math.max(fraction.length, stepFraction.length);
  const scaled = BigInt(`${whole}${fraction.padEnd(digits, "0")}`);
  return scaled % BigInt(`${stepWhole}${stepFraction.padEnd(digits, "0")}`) === 0n;
}
