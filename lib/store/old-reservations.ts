/**
 * Removing reservations that no window reaches. An hour of a bucket goes as a whole: its reservations first, a batch at
 * a time, then, when none is left, its slots.
 *
 *  O1 It waits for nobody: what a release is just deleting is skipped, and while that is not committed the reservation
 *     is still seen, so its slots stay. Two that remove at once take other hours.
 */
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;
type OldHour = { bucket: string; slot: Date };

const HOURS_MAX = 250;
const RESERVATIONS_MAX = 1_000;

/** Every window that any published version ever counted in, as its owner wrote it. */
export async function listLimitWindows(client: Reader): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ window: string }[]>(
    `select distinct l.value ->> 'window' as "window"
     from contract_versions v cross join json_array_elements(v.definition -> 'limits') as l`,
  );
  return rows.map(({ window }) => window);
}

/** One batch of whole hours that start before `before` (the start of an hour); returns how many rows are gone. */
export async function removeOldReservations(tx: RawTx, before: Date): Promise<number> {
  const hours = await tx.$queryRawUnsafe<OldHour[]>(
    `select bucket, slot from reservation_slots
     where span = 'hour' and not given_back and slot < $1 order by slot limit $2 for update skip locked`,
    before,
    HOURS_MAX,
  );
  if (hours.length === 0) return 0;
  const buckets = hours.map(({ bucket }) => bucket);
  const starts = hours.map(({ slot }) => slot.toISOString());
  const reservationCount = await tx.$executeRawUnsafe(
    `with old as (
       select r.intent_id, r.bucket from unnest($1::text[], $2::timestamptz[]) as h(bucket, slot)
       cross join lateral (
         select intent_id, bucket from reservations
         where bucket = h.bucket and at >= h.slot and at < h.slot + interval '1 hour'
         limit $3 for update skip locked
       ) as r limit $3
     )
     delete from reservations r using old where r.intent_id = old.intent_id and r.bucket = old.bucket`,
    buckets,
    starts,
    RESERVATIONS_MAX,
  );
  const slotCount = await tx.$executeRawUnsafe(
    `delete from reservation_slots s using unnest($1::text[], $2::timestamptz[]) as h(bucket, slot)
     where s.bucket = h.bucket and s.span in ('minute', 'hour')
       and s.slot >= h.slot and s.slot < h.slot + interval '1 hour'
       and not exists (
         select 1 from reservations r
         where r.bucket = h.bucket and r.at >= h.slot and r.at < h.slot + interval '1 hour')`,
    buckets,
    starts,
  );
  return reservationCount + slotCount;
}
