/**
 * What cleared intents have taken from their limits, and the same added up by minute and by hour, so that asking costs
 * the same after a million reservations as after none.
 *
 *  U1 A statement that changes reservations changes their slots too: at every commit, slots are the reservations, summed.
 *  U2 Usage is one statement, hence one snapshot: whole slots, and single reservations where the window's start cuts a
 *     minute. It is exact, and counts a release or a move only when that is committed as a whole.
 *  U3 Whoever takes holds the lock of the bucket; whoever gives back holds only the intents' rows. So both have slots of
 *     their own (what was given back is below zero): they never wait for each other. Releases do, in the order of keys.
 */
import { recordShape } from "./columns";
import type { RawTx, Writer } from "./raw-transaction";

/** `sinceMs` is the first millisecond that counts. */
export type WantedUsage = { bucket: string; sinceMs: number };
export type NewReservation = { intentId: string; bucket: string; amount: string; atMs: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const RESERVATIONS = {
  intentId: ["intent_id", "text"],
  bucket: ["bucket", "text"],
  amount: ["amount", "numeric"],
  at: ["at", "timestamptz(3)"],
} as const;

const slotsSql = (rows: string, givenBack: boolean) => `
  insert into reservation_slots as s (bucket, span, slot, given_back, amount)
  select r.bucket, l.span, date_bin(l.width, r.at, timestamptz 'epoch'), ${givenBack}, ${givenBack ? "-" : ""}sum(r.amount)
  from ${rows} r cross join (values ('minute', interval '1 minute'), ('hour', interval '1 hour')) as l(span, width)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (bucket, span, slot, given_back) do update set amount = s.amount + excluded.amount`;

const INSERT_SQL = `
  with taken as (select * from json_to_recordset($1::json) as r(${recordShape(RESERVATIONS)})),
  inserted as (
    insert into reservations (intent_id, bucket, amount, at) select "intentId", bucket, amount, at from taken
  ) ${slotsSql("taken", false)}`;

const RELEASE_SQL = `
  with released as (delete from reservations where intent_id = any($1::text[]) returning bucket, at, amount)
  ${slotsSql("released", true)}`;

// No upper bound: what was reserved before the clock went backwards still counts.
const USAGE_SQL = `
  select w.bucket, trim_scale(
    coalesce((select sum(s.amount) from reservation_slots s
              where s.bucket = w.bucket and s.span = 'hour' and s.slot >= w.hour), 0)
    + coalesce((select sum(s.amount) from reservation_slots s
                where s.bucket = w.bucket and s.span = 'minute' and s.slot >= w.minute and s.slot < w.hour), 0)
    + coalesce((select sum(r.amount) from reservations r
                where r.bucket = w.bucket and r.at >= w.since and r.at < w.minute), 0)
  )::text as used
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as w(bucket, since, minute, hour)`;

/** Exact, as plain decimals; a bucket that nothing was taken from is there with `0`. One statement for all. */
export async function loadUsage(tx: RawTx, wanted: readonly WantedUsage[]): Promise<Map<string, string>> {
  // Asked for twice, a bucket is counted from the earlier instant: never too little.
  const since = new Map<string, number>();
  for (const { bucket, sinceMs } of wanted) since.set(bucket, Math.min(sinceMs, since.get(bucket) ?? sinceMs));
  if (since.size === 0) return new Map();
  const starts = [...since.values()];
  const rows = await tx.$queryRawUnsafe<{ bucket: string; used: string }[]>(
    USAGE_SQL,
    [...since.keys()],
    starts.map((ms) => nextInstant(ms, 1)),
    starts.map((ms) => nextInstant(ms, MINUTE_MS)),
    starts.map((ms) => nextInstant(ms, HOUR_MS)),
  );
  return new Map(rows.map(({ bucket, used }) => [bucket, used]));
}

/** The first start of a slot that is not before it. */
function nextInstant(ms: number, widthMs: number): string {
  return new Date(Math.ceil(ms / widthMs) * widthMs).toISOString();
}

/** Two limits of one contract may share a bucket (hold above one maximum, refuse above another): it is taken once. */
export async function insertReservations(tx: Writer, rows: readonly NewReservation[]): Promise<void> {
  if (rows.length === 0) return;
  const once = new Map(
    rows.map(({ atMs, ...row }) => [`${row.intentId} ${row.bucket}`, { ...row, at: new Date(atMs) }] as const),
  );
  await tx.$executeRawUnsafe(INSERT_SQL, JSON.stringify([...once.values()]));
}

export async function releaseReservations(tx: Writer, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return;
  await tx.$executeRawUnsafe(RELEASE_SQL, intentIds);
}
