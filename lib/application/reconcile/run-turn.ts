/**
 * A worker's turn: one step of whichever reconciliation waits longest. A run is taken for a while and given back with
 * each step, so that several take turns and one whose worker died goes on where it stood.
 */
import { isUnreachable } from "@/lib/store/errors";
import { giveBackReconciliation, type ReconciliationRow, takeDueReconciliation } from "@/lib/store/reconciliations";
import { findWholeHistory } from "../history/catch-up";
import { askProbes } from "./ask-probes";
import { compareRows } from "./compare-rows";
import { findMissingIntents } from "./find-missing";
import { readListing } from "./read-listing";
import { LOOK_AGAIN_MS, type ReconcileDeps, type Step, takeStep } from "./step";

/** Longer than any step takes: only a worker that died leaves it to run out. */
const TAKEN_FOR_MS = 120_000;
const TRIES_MAX = 6;
const TRY_AGAIN_MS = 1_000;

/** They go through the intents of a tool as history has them; what it does not have yet would not be missed. */
const READS_HISTORY = new Set<ReconciliationRow["phase"]>(["intents", "probing"]);
/** 0: nothing is due. */
export async function reconcileOnce(deps: ReconcileDeps): Promise<number> {
  const run = await takeDueReconciliation(deps.db.client, deps.workerId, TAKEN_FOR_MS);
  if (run === null) return 0;
  try {
    const readsHistory = READS_HISTORY.has(run.phase);
    const whole = readsHistory ? await findWholeHistory(historyOf(deps)) : null;
    if (readsHistory && whole === null) await takeStep(deps, run, async () => ({ inMs: LOOK_AGAIN_MS }));
    else await stepOf(run)({ ...deps, whole }, run);
    if (deps.signal.aborted) await giveBackReconciliation(deps.db.client, run.id, run.fence);
  } catch (error) {
    // Nothing can be said about the run without the store; it falls due again by itself.
    if (isUnreachable(error)) throw error;
    deps.onError(error);
    await takeStep(deps, run, async () => afterError(run));
  }
  return 1;
}

function historyOf({ db, catalog }: ReconcileDeps) {
  return { db, versionOf: catalog.versionOf };
}

/** It may pass, as a conflict does; what fails again and again is not tried for ever. */
function afterError({ tries }: ReconciliationRow): Step {
  if (tries + 1 >= TRIES_MAX) return { phase: "done", end: { state: "failed", failure: "worker_error" } };
  return { tries: tries + 1, inMs: TRY_AGAIN_MS * 2 ** tries };
}

function stepOf({ phase }: ReconciliationRow): (deps: ReconcileDeps, run: ReconciliationRow) => Promise<boolean> {
  switch (phase) {
    case "reading":
      return readListing;
    case "rows":
      return compareRows;
    case "intents":
      return findMissingIntents;
    case "probing":
      return askProbes;
    case "receiving":
    case "done":
      throw new TypeError(`A reconciliation that runs cannot be in its phase ${phase}.`);
  }
}
