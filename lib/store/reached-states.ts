/**
 * The states that a transaction's intents come to, told once it is committed: what is rolled back was never there, and
 * what is tried again counts once.
 */
import type { StateKind } from "@/lib/domain/intent";

export type ReachedStates = ReadonlyMap<string, number>;

const noted = new WeakMap<object, Map<string, number>>();

export function noteReached(tx: object, state: StateKind | (string & {})): void {
  let counts = noted.get(tx);
  if (counts === undefined) {
    counts = new Map();
    noted.set(tx, counts);
  }
  counts.set(state, (counts.get(state) ?? 0) + 1);
}

/** `writers`: the transaction, and whatever else of it is written through. */
export function tellReached(writers: readonly object[], tell: (reached: ReachedStates) => void): void {
  for (const writer of writers) {
    const counts = noted.get(writer);
    if (counts !== undefined) tell(counts);
  }
}
