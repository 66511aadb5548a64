/**
 * What is due of an intent, as its own columns say: the one place that decides which row of `due` there is. An intent has
 * at most one; what has ended, and a doubt that no probe will tell more about, has none.
 */
import type { ChangingColumns } from "./intent-row";

export type Due = { what: "run" | "lease" | "hold" | "probe"; at: Date };
export type Clocks = Pick<ChangingColumns, "state"> &
  Partial<Pick<ChangingColumns, "dueAt" | "leaseUntil" | "holdExpiresAt" | "probeAt">>;

export function dueOf({ state, dueAt, leaseUntil, holdExpiresAt, probeAt }: Clocks): Due | null {
  switch (state) {
    case "cleared":
      return from("run", dueAt);
    case "executing":
      return from("lease", leaseUntil);
    case "held":
      return from("hold", holdExpiresAt);
    case "in_doubt":
      return from("probe", probeAt);
    default:
      return null;
  }
}

function from(what: Due["what"], at: Date | null | undefined): Due | null {
  return at === null || at === undefined ? null : { what, at };
}

export function isSameDue(one: Due, other: Due): boolean {
  return one.what === other.what && one.at.getTime() === other.at.getTime();
}
