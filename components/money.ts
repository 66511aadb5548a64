/** An amount in major units, as an exact decimal: "1250.5". */
export type Amount = { value: string; currency: string };

/** As people read it in their own language. No digit that is there is rounded away. */
export function formatMoney({ value, currency }: Amount): string {
  try {
    return formatOf(currency, (value.split(".")[1] ?? "").length).format(value as Intl.StringNumericLiteral);
  } catch {
    // A code that this browser does not take for one.
    return `${value} ${currency}`;
  }
}

/** Making one takes longer than drawing a row. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  const name = `${currency} ${digits}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const usual = new Intl.NumberFormat(undefined, { style: "currency", currency });
  const usualDigits = usual.resolvedOptions().maximumFractionDigits ?? 0;
  const more = { style: "currency", currency, maximumFractionDigits: Math.min(20, digits) } as const;
  const format = digits <= usualDigits ? usual : new Intl.NumberFormat(undefined, more);
  formats.set(name, format);
  return format;
}

/** The same in digits that can be typed: "1250.50", whatever the language. */
export function plainMoney({ value, currency }: Amount): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const digits = fraction.padEnd(usualDigits(currency), "0");
  return digits === "" ? whole : `${whole}.${digits}`;
}

function usualDigits(currency: string): number {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 0;
  } catch {
    return 0;
  }
}

/** One sum for each currency, exact, in the order of their codes. */
export function addMoney(amounts: readonly Amount[]): Amount[] {
  const byCurrency = new Map<string, string[]>();
  for (const { value, currency } of amounts) {
    const values = byCurrency.get(currency);
    if (values === undefined) byCurrency.set(currency, [value]);
    else values.push(value);
  }
  return [...byCurrency]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, values]) => ({ currency, value: addDecimals(values) }));
}

function addDecimals(values: readonly string[]): string {
  const scale = values.reduce((most, value) => Math.max(most, (value.split(".")[1] ?? "").length), 0);
  const sum = values.reduce((total, value) => total + toScaled(value, scale), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return `${sum < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function toScaled(value: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = value.replace("-", "").split(".");
  const magnitude = BigInt(whole + fraction.padEnd(scale, "0"));
  return value.startsWith("-") ? -magnitude : magnitude;
}
