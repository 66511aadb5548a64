/** Amounts as the API takes them: exact decimals in major units. */

const FRACTION_MAX = 10;
const AMOUNT = new RegExp(`^-?\\d{1,40}(\\.\\d{1,${FRACTION_MAX}})?$`);

export function isAmount(value: string): boolean {
  return AMOUNT.test(value);
}

export function isAbove(low: string | undefined, high: string | undefined): boolean {
  return low !== undefined && high !== undefined && compareAmounts(low, high) > 0;
}

/** Negative, zero or positive, like the callback of a sort. */
export function compareAmounts(left: string, right: string): number {
  const scale = Math.max(fractionOf(left).length, fractionOf(right).length);
  const difference = toUnits(left, scale) - toUnits(right, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function fractionOf(amount: string): string {
  return amount.split(".")[1] ?? "";
}

function toUnits(amount: string, scale: number): bigint {
  const [whole = "0"] = amount.split(".");
  return BigInt(whole + fractionOf(amount).padEnd(scale, "0"));
}
