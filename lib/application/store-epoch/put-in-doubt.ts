/**
 * Before the first claim of a new epoch: what was cleared or executing goes in doubt, what people could have let run is
 * remembered by its key, and then claims are allowed again.
 *
 * D1  In steps, each one transaction: a worker that dies in the middle is succeeded by any other, from the beginning.
 * D2  An intent whose contract version cannot be read is remembered by its key instead: it must not stop the others.
 */
import type { IdPrefix } from "@/lib/domain/id";
import { isAnswered, STORE_RESTORED } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import { type EndedAttempt, endedAttemptsWrite } from "@/lib/store/attempts";
import { eventsWrite } from "@/lib/store/audit";
import type { Database, Tx } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { toIntent } from "@/lib/store/intent-row";
import { databaseNow, lockUnsettled, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { saveIntents } from "@/lib/store/save-intents";
import { endRestoring, readStoreState } from "@/lib/store/store-state";
import { findSuspects, settleSuspects, suspectKeys, suspectUndecided } from "@/lib/store/suspect-keys";
import { eventOf } from "../intent-audit";

export type PutInDoubtDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  announce: (intentIds: string[]) => void;
  onDoubt: () => void;
  onError: (error: unknown, intentId: string) => void;
};

const STEP_MAX = 200;
const LOOK_MAX = 5_000;

/** How many are in doubt by it. */
export async function putInDoubt(deps: PutInDoubtDeps, epoch: number): Promise<number> {
  let count = 0;
  for (let afterId: string | null = ""; afterId !== null; ) {
    const done: Step = await deps.db.transaction((tx) => step(tx, deps, epoch, afterId ?? ""));
    if (done.answeredIds.length > 0) deps.announce(done.answeredIds);
    if (done.doubtIds.length > 0) deps.onDoubt();
    count += done.doubtIds.length;
    afterId = done.lastId;
  }
  for (let afterId: string | null = ""; afterId !== null; ) {
    afterId = await deps.db.transaction((tx) => suspectUndecided(tx, epoch, afterId ?? "", LOOK_MAX));
  }
  await deps.db.transaction((tx) => endRestoring(tx, epoch));
  return count;
}

/** `answeredIds`: of those in doubt, the ones that no probe will tell more about in a moment. */
type Step = { doubtIds: string[]; answeredIds: string[]; lastId: string | null };

async function step(tx: Tx, deps: PutInDoubtDeps, epoch: number, afterId: string): Promise<Step> {
  const state = await readStoreState(tx);
  // Another worker was faster, or the store went back once more.
  if (state.epoch !== epoch || !state.restoring) return { doubtIds: [], answeredIds: [], lastId: null };
  const rows = await lockUnsettled(tx, afterId, STEP_MAX);
  const at = await databaseNow(tx);
  const suspects = await findSuspects(
    tx,
    rows.map(({ key }) => key),
  );
  const stored: StoredIntent[] = [];
  for (const row of rows) {
    try {
      stored.push({ row, intent: toIntent(row, await deps.termsOf(tx, row.tool, row.contractVersion)) });
    } catch (error) {
      if (isUnreachable(error)) throw error;
      deps.onError(error, row.id);
      await suspectKeys(tx, epoch, [row.key]); // D2
    }
  }
  const moved = stored.flatMap((from) => {
    const claimedAt = suspects.get(from.row.key)?.claimedAt?.getTime() ?? null;
    const decided = transition(from.intent, { type: "store_restored", at, claimedAt });
    return decided.ok ? [{ from, to: decided.next }] : [];
  });
  const actor = { kind: "worker", id: deps.workerId } as const;
  const events = moved.map(({ from, to }) => eventOf("store_restored", actor, from, to, { epoch }));
  const ended = moved.flatMap(({ from }) => endedBy(from, at));
  await saveIntents(tx, moved, [endedAttemptsWrite(ended), eventsWrite(deps.newId, at, events)]);
  await settleSuspects(
    tx,
    moved.map(({ from }) => from.row.key),
  );
  const doubtIds = moved.map(({ to }) => to.id);
  const answeredIds = moved.flatMap(({ to }) => (isAnswered(to.state) ? [to.id] : []));
  return { doubtIds, answeredIds, lastId: rows.at(-1)?.id ?? null };
}

const ENDED = {
  code: STORE_RESTORED,
  message: "The database was restored while this attempt was on record as running.",
};

function endedBy({ intent }: StoredIntent, at: number): EndedAttempt[] {
  if (intent.state.kind !== "executing") return [];
  const { attemptId: id } = intent.state;
  return [{ id, endedAt: new Date(at), outcome: "unknown", failure: ENDED, exchange: null }];
}
