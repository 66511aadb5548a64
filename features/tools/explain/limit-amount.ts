import type { ExplanationDto } from "@/lib/wire/explain";

type Limit = NonNullable<ExplanationDto["limits"]>[number];

/** What a limit counts, for people: minor units become money, exactly; anything else is the number it is. */
export function limitAmount(amount: string, money: Limit["money"]): string {
  if (money === null) return group(amount);
  const { currency, fractionDigits } = money;
  const digits = amount.replace("-", "").padStart(fractionDigits + 1, "0");
  const whole = fractionDigits === 0 ? digits : digits.slice(0, -fractionDigits);
  const fraction = fractionDigits === 0 ? "" : `.${digits.slice(-fractionDigits)}`;
  const text = `${amount.startsWith("-") ? "-" : ""}${whole}${fraction}` as `${number}`;
  try {
    const style = {
      style: "currency",
      currency,
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    } as const;
    return new Intl.NumberFormat(undefined, style).format(text);
  } catch {
    return `${text} ${currency}`; // not a currency that this browser knows
  }
}

function group(amount: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(amount);
  return isNumber
    ? new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(amount as `${number}`)
    : amount;
}
