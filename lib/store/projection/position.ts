/**
 * How far the journal is projected into what people look through (`history`, `identity_values`, `intent_amounts`).
 *
 * P1  The position and the rows that it stands for are written in one transaction: who dies in between leaves neither.
 * P2  Only who holds the lock writes any of these tables, so that nothing written is older than what was there.
 */
import type { RawTx, Writer } from "../raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** Any number that no other lock has. */
const PROJECTOR_LOCK = "7310285114921046";

/** Until the transaction ends. Waits so long and no longer (`isBusy`); absent: as long as the session waits for a lock. */
export async function lockProjection(tx: Reader, waitMs?: number): Promise<void> {
  if (waitMs !== undefined) {
    const wait = String(Math.max(1, Math.ceil(waitMs)));
    await tx.$queryRawUnsafe("select set_config('lock_timeout', $1, true)", wait);
  }
  await tx.$queryRawUnsafe("select count(pg_advisory_xact_lock($1::bigint))", PROJECTOR_LOCK);
}

/** False: another one projects just now. */
export async function tryLockProjection(tx: Reader): Promise<boolean> {
  const [row] = await tx.$queryRawUnsafe<{ taken: boolean }[]>(
    "select pg_try_advisory_xact_lock($1::bigint) as taken",
    PROJECTOR_LOCK,
  );
  return row?.taken === true;
}

/** `until`: a snapshot, and `last` how far its tail is worked off; `last` null: all of it. */
export type Reached = { until: string; last: { txid: string; id: string } | null };

export async function saveReached(tx: Writer, { until, last }: Reached): Promise<void> {
  if (last === null)
    await tx.$executeRawUnsafe(
      "update projection set seen = $1::text::pg_snapshot, until = null, at_txid = null, at_id = null",
      until,
    );
  else
    await tx.$executeRawUnsafe(
      "update projection set until = $1::text::pg_snapshot, at_txid = $2::text::xid8, at_id = $3",
      until,
      last.txid,
      last.id,
    );
}

/** Null: it is through with all intents. */
export async function saveRebuilt(tx: Writer, throughId: string | null): Promise<void> {
  await tx.$executeRawUnsafe("update projection set rebuilt_through = nullif($1, '')", throughId ?? "");
}

/**
 * Every intent is projected anew, the oldest first. What commits from here on is in the tail; what did before, the walk
 * comes by.
 */
export async function beginRebuild(tx: Writer): Promise<void> {
  await tx.$executeRawUnsafe(
    `update projection set cluster = (select system_identifier::text from pg_control_system()),
       seen = pg_current_snapshot(), until = null, at_txid = null, at_id = null, rebuilt_through = '',
       rebuild_count = rebuild_count + 1`,
  );
}

export async function countRebuilds(tx: Reader): Promise<number> {
  const [row] = await tx.$queryRawUnsafe<{ count: number }[]>("select rebuild_count as count from projection");
  if (row === undefined) throw new TypeError("The table `projection` is empty: what is projected is not known.");
  return row.count;
}

/** Amounts stay: of args that were erased they are all that is left, and the others are compared one by one. */
export async function emptyProjection(tx: Writer): Promise<void> {
  await tx.$executeRawUnsafe("truncate history, identity_values");
}

export async function nextToRebuild(tx: Reader, throughId: string, limit: number): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    "select id from intents where id > $1 order by id limit $2",
    throughId,
    limit,
  );
  return rows.map(({ id }) => id);
}
