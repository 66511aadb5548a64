/**
 * Keys under which a worker may have acted although the restored store knows nothing of it (decision 032).
 *
 * K1  What a witness saw claimed has a row of its own, always. What only could have run has one too, up to a bound; beyond
 *     it every intent that was in the copy is suspected (`suspect_through`), but for those with a row that is settled.
 * K2  A mark of an earlier epoch counts for nothing in a later one: what could have run since is suspected anew.
 */
import { hexSql } from "./digests";
import { hasKey } from "./intents";
import type { RawTx, Writer } from "./raw-transaction";

export type LostClaim = { key: string; attemptId: string; claimedAt: Date };

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/**
 * A statement of its own, before any key is touched: a flag that had to wait for the row would be counted from keys as they
 * were before the wait. And first, so that two that touch the same keys never wait in a circle.
 */
const LOCK = "select 1 from store_state for update";
const FLAG = `update store_state set has_suspects =
  suspect_through is not null or exists (select 1 from suspect_keys where settled_at is null)`;
/** K2 */
const ANEW = `on conflict (key) do update set settled_at = null, epoch = excluded.epoch
  where suspect_keys.epoch < excluded.epoch`;

/**
 * A claim that was handed over before is not suspected anew: its doubt has its own course. In the order of their keys: two
 * workers that hand over the same ones never wait in a circle. */
export async function insertLostClaims(tx: Writer, epoch: number, lost: LostClaim[]): Promise<void> {
  if (lost.length === 0) return;
  const rows = onePerKey(lost);
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe(
    `insert into suspect_keys (key, epoch, attempt_id, claimed_at)
     select r.key, $1::int, r.attempt_id, r.claimed_at
     from unnest($2::text[], $3::text[], $4::timestamptz[]) as r (key, attempt_id, claimed_at)
     on conflict (key) do update
       set attempt_id = excluded.attempt_id, claimed_at = least(suspect_keys.claimed_at, excluded.claimed_at),
         epoch = excluded.epoch, settled_at = null
       where suspect_keys.attempt_id is null or suspect_keys.attempt_id < excluded.attempt_id`,
    epoch,
    rows.map(({ key }) => key),
    rows.map(({ attemptId }) => attemptId),
    rows.map(({ claimedAt }) => claimedAt.toISOString()),
  );
  await tx.$executeRawUnsafe(FLAG);
}

/** The latest claim of each key, as if made when the first was: the downstream's window began then. */
function onePerKey(lost: LostClaim[]): LostClaim[] {
  const byKey = new Map<string, LostClaim>();
  for (const claim of lost) {
    const other = byKey.get(claim.key) ?? claim;
    const attemptId = claim.attemptId > other.attemptId ? claim.attemptId : other.attemptId;
    const claimedAt = claim.claimedAt < other.claimedAt ? claim.claimedAt : other.claimedAt;
    byKey.set(claim.key, { key: claim.key, attemptId, claimedAt });
  }
  return [...byKey.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
}

export type RanAgain = {
  key: string;
  lostAttemptId: string;
  claimedAt: Date;
  intentId: string;
  namespace: string;
  tool: string;
  attemptId: string;
  effectId: string | null;
};

/** Of these keys, those that were run again before it was known that a claim of theirs was lost: it put none of them in doubt. */
export async function findRanAgain(tx: Reader, keys: string[]): Promise<RanAgain[]> {
  return tx.$queryRawUnsafe<RanAgain[]>(
    `select distinct on (s.key) s.key, s.attempt_id as "lostAttemptId", s.claimed_at as "claimedAt", i.id as "intentId",
       i.namespace, i.tool, a.id as "attemptId", i.effect_id as "effectId"
     from suspect_keys s
     cross join lateral (select * from intents where ${hasKey("decode(s.key, 'hex')")} offset 0) as i
     join attempts a on a.intent_id = i.id
     where s.key = any($1) and s.settled_at is null and s.attempt_id is not null and a.id <> s.attempt_id
       and a.started_at > s.claimed_at and coalesce(a.outcome, 'unknown') in ('success', 'partial', 'unknown')
     order by s.key, a.fence`,
    keys,
  );
}

/** How many keys witnesses have handed over in an epoch. */
export async function countLostClaims(client: Reader, epoch: number): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ count: number }[]>(
    "select count(*)::int as count from suspect_keys where epoch = $1 and attempt_id is not null",
    epoch,
  );
  return row?.count ?? 0;
}

export type Looked = { lastId: string | null; suspectCount: number };

/**
 * What waits for a person, or may be opened again, could have been decided and run after the copy was made. So could what
 * is cleared and not in `due`, where what is to be put in doubt is found (`unsettledIds`): it is mended later and claimed
 * then. Returns the last intent that it looked at (null: there are no more), and how many of those it suspects.
 */
export async function suspectUndecided(tx: RawTx, epoch: number, afterId: string, limit: number): Promise<Looked> {
  await tx.$executeRawUnsafe(LOCK);
  const [row] = await tx.$queryRawUnsafe<Looked[]>(
    `with looked as (select id, ${hexSql("key")} as key, state, transient, successor_id from intents where id > $2 order by id limit $3),
     undecided as (
       select key from looked
       where successor_id is null and (state in ('held', 'refused', 'expired', 'withdrawn') or (state = 'failed' and transient)
         or (state in ('cleared', 'executing') and not exists (select from due d where d.intent_id = looked.id)))),
     suspected as (insert into suspect_keys (key, epoch) select key, $1::int from undecided order by key ${ANEW})
     select (select max(id) from looked) as "lastId", (select count(*)::int from undecided) as "suspectCount"`,
    epoch,
    afterId,
    limit,
  );
  await tx.$executeRawUnsafe(FLAG);
  return row ?? { lastId: null, suspectCount: 0 };
}

/** K1: too many to be named one by one. By the order of ids: the clock may have gone back with the store. */
export async function suspectAll(tx: Writer, epoch: number): Promise<void> {
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe("update suspect_keys set settled_at = null, epoch = $1 where epoch < $1", epoch); // K2
  await tx.$executeRawUnsafe(
    "update store_state set suspect_through = (select max(id) from intents), has_suspects = true",
  );
}

export async function suspectIntents(tx: Writer, epoch: number, ids: string[]): Promise<void> {
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe(
    `insert into suspect_keys (key, epoch) select ${hexSql("key")}, $1::int from intents where id = any($2)
     order by key ${ANEW}`,
    epoch,
    ids,
  );
  await tx.$executeRawUnsafe(FLAG);
}

export type Suspect = { key: string; claimedAt: Date | null };

export async function findSuspects(tx: Reader, intents: { id: string; key: string }[]): Promise<Map<string, Suspect>> {
  const rows = await tx.$queryRawUnsafe<Suspect[]>(
    `select i.key, s.claimed_at as "claimedAt" from unnest($1::text[], $2::text[]) as i (id, key)
     cross join store_state st left join suspect_keys s on s.key = i.key
     where case when s.key is null then i.id <= st.suspect_through else s.settled_at is null end`,
    intents.map(({ id }) => id),
    intents.map(({ key }) => key),
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** They are in doubt now: from then on the intent itself carries it. */
export async function settleSuspects(tx: Writer, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const allSuspected = "exists (select 1 from store_state where suspect_through is not null)";
  await tx.$executeRawUnsafe(LOCK);
  await tx.$executeRawUnsafe(
    `delete from suspect_keys where key = any($1) and attempt_id is null and not ${allSuspected}`,
    keys,
  );
  await tx.$executeRawUnsafe(
    "update suspect_keys set settled_at = clock_timestamp() where key = any($1) and settled_at is null",
    keys,
  );
  // K1: without a mark they would be suspected again.
  await tx.$executeRawUnsafe(
    `insert into suspect_keys (key, epoch, settled_at)
     select key, (select epoch from store_state), clock_timestamp() from unnest($1::text[]) as key where ${allSuspected}
     on conflict (key) do nothing`,
    keys,
  );
  await tx.$executeRawUnsafe(FLAG);
}

/** All that only could have run; what a witness saw claimed stays. */
export async function dropUnseenSuspects(tx: Writer): Promise<number> {
  await tx.$executeRawUnsafe(LOCK);
  const count = await tx.$executeRawUnsafe("delete from suspect_keys where attempt_id is null");
  await tx.$executeRawUnsafe("update store_state set suspect_through = null");
  await tx.$executeRawUnsafe(FLAG);
  return count;
}
