/** What is taken of the limits, in memory: the reservations, added up. */
import { overLimits } from "@/lib/domain/gate/admit";
import type { LimitCharge } from "@/lib/domain/limits/charges";
import { sumDecimals } from "@/lib/domain/limits/decimal";
import { windowStart } from "@/lib/domain/limits/window";
import type { MemoryStore } from "./memory-store";

export function usageIn({ reservations }: MemoryStore, charges: LimitCharge[], at: number): Map<string, string> {
  return new Map(
    charges.map(({ bucket, window }) => {
      const since = windowStart(window, at);
      const counting = reservations.filter((one) => one.bucket === bucket && one.atMs >= since);
      return [bucket, sumDecimals(counting.map(({ amount }) => amount))];
    }),
  );
}

/** The limit that asks for a person; the contracts have none that refuses. */
export function overLimitIn(store: MemoryStore, charges: LimitCharge[]): string | undefined {
  const over = overLimits({ used: usageIn(store, charges, store.deps.now()) }, charges)[0];
  return over === undefined ? undefined : `limit: ${over.label}`;
}

export function reserveInMemory(store: MemoryStore, intentId: string, charges: LimitCharge[]): void {
  const atMs = store.deps.now();
  store.reservations.push(...charges.map(({ bucket, amount }) => ({ intentId, bucket, amount, atMs })));
}
