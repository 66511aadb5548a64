import type { Outcome } from "./event";
import type { Intent } from "./intent";

/**
 * A settle that comes too late changes nothing. Somebody must look at it when it says that an effect happened of which
 * the intent does not know, or that none did where the intent says one and no later attempt can have caused it.
 */
export function divergesFrom({ state, fence }: Intent, settled: { fence: number; outcome: Outcome }): boolean {
  const hasEffect = state.kind === "succeeded" || state.kind === "partial";
  const { outcome } = settled;
  switch (outcome.class) {
    case "success":
    case "partial":
      // Without an effect id it was a read: nothing that could have happened twice.
      return outcome.effectId !== null && outcome.effectId !== (hasEffect ? state.effectId : null);
    case "definitive":
    case "not_sent":
    case "configuration":
      return hasEffect && settled.fence === fence;
    case "unknown":
      return false;
  }
}
