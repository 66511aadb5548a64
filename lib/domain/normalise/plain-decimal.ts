/**
 * Exact decimals as text. Nothing here rounds: a number is what its shortest print says, digit for digit.
 */
const PRINTED = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/** `1e21` and `1e-7` written out; `-0` is `0`. */
export function plainDecimal(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PRINTED.exec(String(value)) ?? [];
  return joinDecimal(sign === "-", whole, fraction, Number(exponent));
}

/** The canonical text of `whole.fraction × 10^shift`: no leading or trailing zeros, no negative zero. */
export function joinDecimal(negative: boolean, whole: string, fraction: string, shift = 0): string {
  const point = whole.length + shift;
  const digits = `${"0".repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(Math.max(0, point), "0");
  const split = Math.max(0, point);
  const left = stripLeadingZeros(digits.slice(0, split) || "0");
  const right = stripTrailingZeros(digits.slice(split));
  const magnitude = right === "" ? left : `${left}.${right}`;
  return negative && magnitude !== "0" ? `-${magnitude}` : magnitude;
}

export function stripLeadingZeros(digits: string): string {
  return digits.replace(LEADING_ZEROS, "");
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
