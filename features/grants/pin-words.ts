/** What a pin asks of its argument, in words. Never says less than the pin does: what has no words is shown as JSON. */
import { formatMoney } from "@/components/money";
import type { GrantDto, GrantPin, PinReading } from "@/lib/wire/grant";
import { fieldName } from "./field-name";

type Operator = keyof GrantPin;
type Reading = Pick<PinReading, "as" | "currency">;

const DECIMAL = /^-?\d+(\.\d+)?$/;
const BOUNDS: readonly [Operator, string][] = [
  ["gte", "at least"],
  ["gt", "above"],
  ["lte", "up to"],
  ["lt", "below"],
];

/** All pins of a grant as one phrase: "amount up to $50.00 and currency USD". */
export function pinsWords(grant: Pick<GrantDto, "where" | "pins">): string {
  const phrases = Object.entries(grant.where).map(([pointer, pin]) => {
    const reading = grant.pins.find((one) => one.pointer === pointer);
    return `${fieldName(pointer)} ${pinWords(pin, reading)}`;
  });
  return listed(phrases, "and");
}

/** All of its tests must hold. */
export function pinWords(pin: GrantPin, reading: Reading = { as: "json", currency: null }): string {
  const say = (value: unknown) => valueWords(value, reading);
  const phrases: string[] = [];
  if (pin.eq !== undefined) phrases.push(say(pin.eq));
  if (pin.in !== undefined) phrases.push(listed(pin.in.map(say), "or"));
  const isSpan = pin.gte !== undefined && pin.lte !== undefined;
  if (isSpan) phrases.push(`from ${say(pin.gte)} to ${say(pin.lte)}`);
  for (const [operator, words] of BOUNDS) {
    const isSaid = isSpan && (operator === "gte" || operator === "lte");
    if (pin[operator] !== undefined && !isSaid) phrases.push(`${words} ${say(pin[operator])}`);
  }
  return listed(phrases, "and");
}

export function valueWords(value: unknown, { as, currency }: Reading): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && DECIMAL.test(text)) {
    if (as === "money" && currency !== null) return formatMoney({ value: text, currency });
    return text;
  }
  if (typeof value === "string") return value === "" ? "“”" : value;
  return JSON.stringify(value) ?? "nothing";
}

function listed(phrases: string[], last: "and" | "or"): string {
  if (phrases.length < 2) return phrases[0] ?? "";
  return `${phrases.slice(0, -1).join(", ")} ${last} ${phrases.at(-1)}`;
}
