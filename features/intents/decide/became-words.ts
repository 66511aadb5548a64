/** What became of another intent that asked for the same thing: whether the effect may be there already. */
import type { IntentState } from "@/lib/wire/intent";

/** `happened`: the effect is there. `may_happen`: it may be, or may come. `did_not`: nothing came of it. */
export type Weight = "happened" | "may_happen" | "did_not";

type Became = { one: string; many: string; weight: Weight };

const BECAME: Record<IntentState, Became> = {
  held: { one: "is held, too", many: "are held, too", weight: "may_happen" },
  cleared: { one: "is cleared to run", many: "are cleared to run", weight: "may_happen" },
  executing: { one: "is being performed now", many: "are being performed now", weight: "may_happen" },
  in_doubt: {
    one: "is in doubt: it may have happened",
    many: "are in doubt: they may have happened",
    weight: "may_happen",
  },
  succeeded: { one: "succeeded", many: "succeeded", weight: "happened" },
  partial: { one: "happened in part", many: "happened in part", weight: "happened" },
  failed: { one: "failed", many: "failed", weight: "did_not" },
  denied: { one: "was denied", many: "were denied", weight: "did_not" },
  refused: { one: "was refused", many: "were refused", weight: "did_not" },
  expired: { one: "expired", many: "expired", weight: "did_not" },
  withdrawn: { one: "was withdrawn", many: "were withdrawn", weight: "did_not" },
};

const NOT_STORED: Became = { one: "is no longer stored", many: "are no longer stored", weight: "may_happen" };

export function becameWords(state: IntentState | null, count: number): { words: string; weight: Weight } {
  const { one, many, weight } = state === null ? NOT_STORED : BECAME[state];
  return { words: count === 1 ? one : many, weight };
}
