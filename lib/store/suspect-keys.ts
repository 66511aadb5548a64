/** Keys under which a worker may have acted although the restored store knows nothing of it (decision 032). */
import type { RawTx, Writer } from "./raw-transaction";

export type LostClaim = { key: string; attemptId: string; claimedAt: Date };

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/**
 * A statement of its own, before any key is touched: a flag that had to wait for the row would be counted from keys as they
 * were before the wait. And first, so that two that touch the same keys never wait in a circle.
 */
const LOCK = "select 1 from store_state for update";
const FLAG = "update store_state set has_suspects = exists (select 1 from suspect_keys where settled_at is null)";

/**
 * A claim that was handed over before is not suspected anew: its doubt has its own course. In the order of their keys: two
 * workers that hand over the same ones never wait in a circle. */
export async function insertLostClaims(tx: Writer, epoch: number, lost: LostClaim[]): Promise<void> {
  if (lost.length === 0) return;
  const rows = [...new Map(lost.map((claim) => [claim.key, claim])).values()].sort((left, right) =>
    left.key < right.key ? -1 : 1,
  );
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe(
    `insert into suspect_keys (key, epoch, attempt_id, claimed_at)
     select r.key, $1::int, r.attempt_id, r.claimed_at
     from unnest($2::text[], $3::text[], $4::timestamptz[]) as r (key, attempt_id, claimed_at)
     on conflict (key) do update
       set attempt_id = excluded.attempt_id, claimed_at = excluded.claimed_at, epoch = excluded.epoch, settled_at = null
       where suspect_keys.attempt_id is null or suspect_keys.attempt_id < excluded.attempt_id`,
    epoch,
    rows.map(({ key }) => key),
    rows.map(({ attemptId }) => attemptId),
    rows.map(({ claimedAt }) => claimedAt.toISOString()),
  );
  await tx.$executeRawUnsafe(FLAG);
}

/** How many keys witnesses have handed over in an epoch. */
export async function countLostClaims(client: Reader, epoch: number): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ count: number }[]>(
    "select count(*)::int as count from suspect_keys where epoch = $1 and attempt_id is not null",
    epoch,
  );
  return row?.count ?? 0;
}

/**
 * What waits for a person, or may be opened again, could have been decided and run after the copy was made. Returns the
 * last intent that it looked at; null: there are no more.
 */
export async function suspectUndecided(
  tx: RawTx,
  epoch: number,
  afterId: string,
  limit: number,
): Promise<string | null> {
  await tx.$executeRawUnsafe(LOCK);
  const [row] = await tx.$queryRawUnsafe<{ last: string | null }[]>(
    `with looked as (select id, key, state, transient, successor_id from intents where id > $2 order by id limit $3),
     suspected as (
       insert into suspect_keys (key, epoch)
       select key, $1::int from looked
       where successor_id is null and (state in ('held', 'refused', 'expired', 'withdrawn') or (state = 'failed' and transient))
       on conflict (key) do nothing)
     select max(id) as last from looked`,
    epoch,
    afterId,
    limit,
  );
  await tx.$executeRawUnsafe(FLAG);
  return row?.last ?? null;
}

export async function suspectIntents(tx: Writer, epoch: number, ids: string[]): Promise<void> {
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe(
    "insert into suspect_keys (key, epoch) select key, $1::int from intents where id = any($2) on conflict (key) do nothing",
    epoch,
    ids,
  );
  await tx.$executeRawUnsafe(FLAG);
}

export type Suspect = { key: string; claimedAt: Date | null };

export async function findSuspects(tx: Reader, keys: string[]): Promise<Map<string, Suspect>> {
  const rows = await tx.$queryRawUnsafe<Suspect[]>(
    `select key, claimed_at as "claimedAt" from suspect_keys where key = any($1) and settled_at is null`,
    keys,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** They are in doubt now: from then on the intent itself carries it. */
export async function settleSuspects(tx: Writer, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe("delete from suspect_keys where key = any($1) and attempt_id is null", keys);
  await tx.$executeRawUnsafe(
    "update suspect_keys set settled_at = clock_timestamp() where key = any($1) and settled_at is null",
    keys,
  );
  await tx.$executeRawUnsafe(FLAG);
}

/** All that only could have run; what a witness saw claimed stays. */
export async function dropUnseenSuspects(tx: Writer): Promise<number> {
  await tx.$executeRawUnsafe(LOCK);
  const count = await tx.$executeRawUnsafe("delete from suspect_keys where attempt_id is null");
  await tx.$executeRawUnsafe(FLAG);
  return count;
}
