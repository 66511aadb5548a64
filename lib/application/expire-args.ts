/**
 * Retention: raw args go when their time is over (`retention` of the active contract, else INTERLOCK_RETENTION). Small
 * batches, each on record in its own transaction; a kill between two of them loses nothing.
 *
 *  T1 The time counts from the intent's end, and what may still be replayed or compared (its window) is kept.
 *  T2 The walk passes each intent once; what is not over by then waits on a list and is looked at again.
 */
import { parseDurationMs } from "@/lib/domain/duration";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database, Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { lockProjection } from "@/lib/store/projection/position";
import {
  letWait,
  listRetentions,
  lockRetention,
  type Outlived,
  saveMark,
  stopWaiting,
  waitedFor,
  walkOn,
} from "@/lib/store/retention";
import { eraseIntents } from "./erase-intents";
import { erasedEvent } from "./erased-event";
import { findWholeHistory, isStillWhole, type WholeHistory } from "./history/catch-up";
import type { VersionOf } from "./intake/pending";

const BATCH_MAX = 500;
/** A retention that is shortened is noticed this late at most by what waits. */
const WAIT_MAX_MS = 7 * 86_400_000;
/** What has not ended, or may have an attempt under way. */
const LOOK_AGAIN_MS = 3_600_000;

export type ExpireDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  versionOf: VersionOf;
  /** Where a contract says nothing; null: args are kept. */
  retentionMs: number | null;
};

/** Returns how many intents were looked at; 0: nothing is left to do. */
export async function expireArgs(deps: ExpireDeps): Promise<number> {
  let lookedAtCount = 0;
  // The walk comes by once: what history does not have yet would be kept for ever.
  const whole = await findWholeHistory(deps);
  if (whole === null) return 0;
  for (const { tool, retention } of await listRetentions(deps.db.client)) {
    const retentionMs = retention === null ? deps.retentionMs : parseDurationMs(retention);
    if (retentionMs === null) continue;
    lookedAtCount += await deps.db.transaction((tx) => expireBatch(tx, deps, { tool, retentionMs, whole }));
  }
  return lookedAtCount;
}

type Batch = { tool: string; retentionMs: number; whole: WholeHistory };

async function expireBatch(tx: Tx, deps: ExpireDeps, { tool, retentionMs, whole }: Batch): Promise<number> {
  if (!(await lockRetention(tx, tool))) return 0;
  // Before history is read: a rebuild takes this lock first, and history then.
  await lockProjection(tx);
  const nowMs = await databaseNow(tx);
  const passed = await walkOn(tx, tool, retentionMs, { nowMs, limit: BATCH_MAX });
  if (!(await isStillWhole(tx, whole))) return 0;
  const waited = await waitedFor(tx, tool, retentionMs, BATCH_MAX);
  const found = [...passed, ...waited];
  if (found.length === 0) return 0;
  const over = found.filter(({ dueAt }) => dueAt !== null && dueAt.getTime() <= nowMs);
  const erased = await eraseIntents(
    tx,
    deps.versionOf,
    over.map(({ id }) => id),
    new Date(nowMs),
  );
  const gone = new Set(erased.map(({ id }) => id));
  await stopWaiting(tx, [...gone]);
  const kept = found.filter(({ id }) => !gone.has(id));
  await letWait(
    tx,
    tool,
    kept.map((one) => ({ id: one.id, dueAt: lookAgainAt(one, nowMs) })),
  );
  const last = passed.at(-1);
  if (last !== undefined) await saveMark(tx, tool, last.id);
  const actor = { kind: "system", id: "retention" } as const;
  await recordEvents(
    tx,
    deps.newId,
    nowMs,
    erased.map((intent) => erasedEvent(actor, intent, { why: "retention" })),
  );
  return found.length;
}

function lookAgainAt({ dueAt }: Outlived, nowMs: number): Date {
  if (dueAt === null || dueAt.getTime() <= nowMs) return new Date(nowMs + LOOK_AGAIN_MS);
  return new Date(Math.min(dueAt.getTime(), nowMs + WAIT_MAX_MS));
}
