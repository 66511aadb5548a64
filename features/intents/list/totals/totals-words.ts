import { formatMoney } from "@/components/money";
import type { IntentTotalsDto } from "@/lib/wire/intent-list";

/** How many there are; "or more" where counting stopped. */
export function countWords({ count, complete }: Pick<IntentTotalsDto, "count" | "complete">): string {
  if (complete) return `${count.toLocaleString()} ${count === 1 ? "intent" : "intents"}`;
  return count === 0 ? "Too many intents to count" : `${count.toLocaleString()} intents or more`;
}

/** What all figures are of, where that is not everything. */
export function boundWords({ count, complete }: IntentTotalsDto, isByAmount: boolean): string | null {
  if (complete) return null;
  if (count === 0) return "Counting took too long. Narrow the filter to see totals.";
  return `These figures are of the ${isByAmount ? "largest" : "newest"} ${count.toLocaleString()}.`;
}

export type AmountWords = { currency: string; asked: string; succeeded: string | null };

/** For each currency what was asked for, and how much of it took effect: never one taken for the other. */
export function amountWords({ amounts, byState }: IntentTotalsDto): AmountWords[] {
  const done = byState.find(({ state }) => state === "succeeded")?.amounts ?? [];
  return amounts.map(({ currency, sum }) => {
    const succeeded = done.find((one) => one.currency === currency)?.sum ?? "0";
    return {
      currency,
      asked: formatMoney({ value: sum, currency }),
      succeeded: succeeded === sum ? null : isZero(succeeded) ? "none" : formatMoney({ value: succeeded, currency }),
    };
  });
}

function isZero(decimal: string): boolean {
  return /^-?0*\.?0*$/.test(decimal);
}
