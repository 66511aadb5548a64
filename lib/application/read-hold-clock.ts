import { holdClock } from "@/lib/domain/pause/hold-clock";
import { isPaused, pausesOn } from "@/lib/domain/pause/pause";
import type { Tx } from "@/lib/store/database";
import type { StoredIntent } from "@/lib/store/intents";
import { loadPauses } from "@/lib/store/pauses";

export type Clocked = { from: StoredIntent; isPaused: boolean };

/** A held intent as its clock really stands: whoever decides about a hold looks at this, not at what is stored. */
export async function readHoldClock(tx: Tx, from: StoredIntent, at: number): Promise<Clocked> {
  const { state } = from.intent;
  if (state.kind !== "held") return { from, isPaused: false };
  const pauses = pausesOn(await loadPauses(tx, state.hold.since), from.row);
  const hold = holdClock(state.hold, pauses, at);
  const intent = hold === state.hold ? from.intent : { ...from.intent, state: { ...state, hold } };
  return { from: { ...from, intent }, isPaused: isPaused(pauses, from.row) };
}
