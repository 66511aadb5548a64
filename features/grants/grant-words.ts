import { formatMoney } from "@/components/money";
import type { GrantDto, GrantState } from "@/lib/wire/grant";
import { pinsWords } from "./pin-words";

export const STATE_WORDS: Record<GrantState, string> = {
  active: "Active",
  used_up: "Used up",
  expired: "Expired",
  revoked: "Revoked",
};

/** What a grant can never do, said wherever one is given (DESIGN 11). */
export const NEVER_OVERRIDES =
  "A grant stands in for the approvals of a hold, and for nothing else. It never overrides a refusal, a limit, a pause, drift, a look-alike, a variant, or an irreversible tool whose contract does not allow that it clears by itself.";

/** "Refund a payment with amount up to $50.00 and currency USD, by agent billing". */
export function grantSentence(grant: Pick<GrantDto, "title" | "where" | "pins" | "agent" | "namespace">): string {
  const pins = pinsWords(grant);
  return `${grant.title}${pins === "" ? "" : ` with ${pins}`}, by ${granteeWords(grant)}`;
}

export function granteeWords({ agent, namespace }: Pick<GrantDto, "agent" | "namespace">): string {
  return agent === null ? `any agent of ${namespace ?? "default"}` : `agent ${agent.name}`;
}

export function usesWords({ usesCount, usesMax }: Pick<GrantDto, "usesCount" | "usesMax">): string {
  if (usesMax !== null) return `${usesCount.toLocaleString()} of ${usesMax.toLocaleString()} uses`;
  if (usesCount === 0) return "not used yet";
  return usesCount === 1 ? "1 use" : `${usesCount.toLocaleString()} uses`;
}

type Sums = Pick<GrantDto, "sum" | "sums" | "sumMax" | "pins">;

/** What its uses add up to, against the ceiling where there is one. Null: nothing is added up. */
export function sumWords({ sum, sums, sumMax, pins }: Sums): string | null {
  const currency = pins.find(({ pointer }) => pointer === sum)?.currency ?? null;
  if (sumMax !== null) {
    const used = sums.find((one) => one.currency === currency)?.amount ?? "0";
    return `${amountWords(used, currency)} of ${amountWords(String(sumMax), currency)}`;
  }
  return sums.length === 0 ? null : sums.map((one) => amountWords(one.amount, one.currency)).join(", ");
}

export function amountWords(amount: string, currency: string | null): string {
  return currency === null ? amount : formatMoney({ value: amount, currency });
}

/** Between 0 and 1, for a picture only: nothing is decided by it. */
export function sumShare({ sums, sumMax }: Pick<GrantDto, "sums" | "sumMax">): number {
  const used = Number(sums[0]?.amount ?? 0);
  const most = Number(sumMax);
  return most > 0 ? Math.min(1, used / most) : 0;
}
