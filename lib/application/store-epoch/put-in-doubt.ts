/**
 * Before the first claim of a new epoch: what was cleared or executing goes in doubt, what people could have let run is
 * remembered by its key, and then claims are allowed again.
 *
 * D1  In steps, each one transaction: a worker that dies in the middle is succeeded by any other, from the beginning.
 * D2  An intent whose contract version cannot be read, or whose row another transaction does not let go of, is remembered
 *     by its key instead: it must not stop the others.
 * D3  What people could let run is remembered first: what they let run meanwhile is found either way.
 * D4  Beyond a bound keys are no longer remembered one by one: every intent of the copy is suspected.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { IdPrefix } from "@/lib/domain/id";
import { isAnswered, STORE_RESTORED } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import type { Database, Tx } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { toIntent } from "@/lib/store/intent-row";
import { databaseNow, lockFreeUnsettled, type StoredIntent, type TermsOf, unsettledIds } from "@/lib/store/intents";
import { journalWrite } from "@/lib/store/journal";
import { saveIntents } from "@/lib/store/save-intents";
import { endRestoring, lockRestoring } from "@/lib/store/store-state";
import {
  findSuspects,
  type Looked,
  settleSuspects,
  suspectAll,
  suspectIntents,
  suspectUndecided,
} from "@/lib/store/suspect-keys";
import { eventOf } from "../intent-audit";

export type PutInDoubtDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  announce: (intentIds: string[]) => void;
  onDoubt: () => void;
  onError: (error: unknown, intentId: string) => void;
  bounds?: typeof BOUNDS;
};

const STEP_MAX = 200;
/** Intents looked at in one transaction; rows worth keeping, and making, while nothing is claimed. */
const BOUNDS = { looksMax: 5_000, suspectsMax: 100_000 };
/** Together a few seconds: longer than a transaction of ours keeps a row. */
const PASSES_MAX = 20;
const PASS_WAIT_MS = 250;

/** How many are in doubt by it. */
export async function putInDoubt(deps: PutInDoubtDeps, epoch: number): Promise<number> {
  await suspectAllUndecided(deps, epoch); // D3
  let count = 0;
  let left = await unsettledIds(deps.db.client);
  for (let pass = 1; left.length > 0 && pass <= PASSES_MAX; pass += 1) {
    if (pass > 1) await delay(PASS_WAIT_MS);
    const done = await passOver(deps, epoch, left);
    count += done.doubtCount;
    const unsettled = new Set(done.skippedIds.length > 0 ? await unsettledIds(deps.db.client) : []);
    left = done.skippedIds.filter((id) => unsettled.has(id));
  }
  await deps.db.transaction(async (tx) => {
    if (!(await lockRestoring(tx, epoch))) return;
    if (left.length > 0) await suspectIntents(tx, epoch, left); // D2
    await endRestoring(tx, epoch);
  });
  return count;
}

async function suspectAllUndecided({ db, bounds = BOUNDS }: PutInDoubtDeps, epoch: number): Promise<void> {
  let count = 0;
  for (let afterId: string | null = ""; afterId !== null; ) {
    const from: string = afterId;
    const { lastId, suspectCount } = await db.transaction(async (tx) =>
      (await lockRestoring(tx, epoch)) ? suspectUndecided(tx, epoch, from, bounds.looksMax) : NOTHING_LEFT,
    );
    count += suspectCount;
    if (count <= bounds.suspectsMax) afterId = lastId;
    else {
      await db.transaction(async (tx) => (await lockRestoring(tx, epoch)) && suspectAll(tx, epoch)); // D4
      return;
    }
  }
}

const NOTHING_LEFT: Looked = { lastId: null, suspectCount: 0 };

async function passOver(deps: PutInDoubtDeps, epoch: number, ids: string[]) {
  const skippedIds: string[] = [];
  let doubtCount = 0;
  for (let from = 0; from < ids.length; from += STEP_MAX) {
    const asked = ids.slice(from, from + STEP_MAX);
    const done = await deps.db.transaction((tx) => step(tx, deps, epoch, asked));
    if (done === null) return { doubtCount, skippedIds: [] };
    if (done.answeredIds.length > 0) deps.announce(done.answeredIds);
    if (done.doubtIds.length > 0) deps.onDoubt();
    doubtCount += done.doubtIds.length;
    const looked = new Set(done.lookedIds);
    skippedIds.push(...asked.filter((id) => !looked.has(id)));
  }
  return { doubtCount, skippedIds };
}

/** `answeredIds`: of those in doubt, the ones that no probe will tell more about in a moment. */
type Step = { doubtIds: string[]; answeredIds: string[]; lookedIds: string[] };

/** Null: there is nothing more to do in this epoch. */
async function step(tx: Tx, deps: PutInDoubtDeps, epoch: number, ids: string[]): Promise<Step | null> {
  if (!(await lockRestoring(tx, epoch))) return null;
  const rows = await lockFreeUnsettled(tx, ids);
  const at = await databaseNow(tx);
  const suspects = await findSuspects(tx, rows);
  const stored: StoredIntent[] = [];
  for (const row of rows) {
    try {
      stored.push({ row, intent: toIntent(row, await deps.termsOf(tx, row.tool, row.contractVersion)) });
    } catch (error) {
      if (isUnreachable(error)) throw error;
      deps.onError(error, row.id);
      await suspectIntents(tx, epoch, [row.id]); // D2
    }
  }
  const moved = stored.flatMap((from) => {
    const claimedAt = suspects.get(from.row.key)?.claimedAt?.getTime() ?? null;
    const decided = transition(from.intent, { type: "store_restored", at, claimedAt });
    return decided.ok ? [{ from, to: decided.next }] : [];
  });
  const actor = { kind: "worker", id: deps.workerId } as const;
  const events = moved.map(({ from, to }) => ({
    ...eventOf("store_restored", actor, from, to, { epoch }),
    ...(from.intent.state.kind === "executing" ? { detail: { failure: ENDED } } : {}),
  }));
  await saveIntents(tx, moved, [journalWrite(deps.newId, at, events)]);
  await settleSuspects(
    tx,
    moved.map(({ from }) => from.row.key),
  );
  const doubtIds = moved.map(({ to }) => to.id);
  const answeredIds = moved.flatMap(({ to }) => (isAnswered(to.state) ? [to.id] : []));
  return { doubtIds, answeredIds, lookedIds: rows.map(({ id }) => id) };
}

const ENDED = {
  code: STORE_RESTORED,
  message: "The database was restored while this attempt was on record as running.",
};
