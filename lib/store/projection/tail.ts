/**
 * What the journal has that is not projected yet.
 *
 * T1  Ids and transaction numbers are given before their transactions commit, so "later than the last one" would miss
 *     some. What is new since a snapshot is exactly what it could not see: a transaction that stays open holds up nothing
 *     but itself, and a smaller id that commits last is found like any other.
 * T2  A tail of more than a batch is worked off in the order of (txid, id), up to what one snapshot could see. What
 *     commits meanwhile, wherever it stands in that order, is in the next tail.
 */
import type { RawTx } from "../raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** What happened, as (txid, id, at, type, intent_id). */
const JOURNAL = "journal";

/** One lower bound: of two, Postgres would begin at one and read its way to the other. */
const tail = (limit: string) => `
  select t.* from (
    select late.* from pg_snapshot_xip(p.seen) as open(xid) cross join lateral (
      select j.txid, j.id, j.at, j.type, j.intent_id from ${JOURNAL} j
      where (j.txid, j.id) > (open.xid, case when open.xid = p.txid then p.id else '' end) and j.txid <= open.xid
        and pg_visible_in_snapshot(j.txid, p.until)
      order by j.txid, j.id limit ${limit}) as late
    where open.xid >= p.txid
    union all
    (select j.txid, j.id, j.at, j.type, j.intent_id from ${JOURNAL} j
     where (j.txid, j.id) > (case when p.txid < p.began then p.began else p.txid end,
         case when p.txid < p.began then '' else p.id end)
       and j.txid < pg_snapshot_xmax(p.until) and pg_visible_in_snapshot(j.txid, p.until)
     order by j.txid, j.id limit ${limit})
  ) as t order by t.txid, t.id limit ${limit}`;

/** A tail that is being worked off ends where it ended when it was begun. */
const POSITION = `
  p as materialized (
    select seen, coalesce(until, pg_current_snapshot()) as until, pg_snapshot_xmax(seen) as began,
      coalesce(at_txid, '0'::xid8) as txid, coalesce(at_id, '') as id, until is not null as "isBegun",
      rebuilt_through as "rebuiltThrough",
      cluster = (select system_identifier::text from pg_control_system()) as "isHere"
    from projection
  )`;

const TAIL_SQL = `with ${POSITION}
  select p.until::text, p."isHere", p."isBegun", p."rebuiltThrough", e.txid::text, e.id, e.type, e.intent_id as "intentId"
  from p left join lateral (${tail("$1")}) as e on p."isHere"`;

export type Change = { txid: string; id: string; type: string; intentId: string | null };

export type Tail = {
  changes: Change[];
  until: string;
  /** It was begun before. */
  isBegun: boolean;
  /** Null: no rebuild is under way. */
  rebuiltThrough: string | null;
  /** False: these positions are those of another cluster, from which this one was restored. */
  isHere: boolean;
};

type TailRow = Omit<Tail, "changes"> & { [member in keyof Change]: Change[member] | null };

/** Asked under the lock (`position` P2). */
export async function readUnprojected(tx: Reader, limit: number): Promise<Tail> {
  const rows = await tx.$queryRawUnsafe<TailRow[]>(TAIL_SQL, limit);
  const [first] = rows;
  if (first === undefined) throw new TypeError("The table `projection` is empty: what is projected is not known.");
  const { until, isBegun, rebuiltThrough, isHere } = first;
  const changes = rows.flatMap(({ txid, id, type, intentId }) =>
    txid === null || id === null || type === null ? [] : [{ txid, id, type, intentId }],
  );
  return { changes, until, isBegun, rebuiltThrough, isHere };
}

/** More than this is told as this. */
export const LAG_COUNTED_MAX = 10_000;

const seconds = (at: string) => `greatest(extract(epoch from statement_timestamp() - ${at})::double precision, 0)`;

/** A rebuild shows what is older than the next intent that it comes to. */
const LAG_SQL = `with ${POSITION}, behind as materialized (
    select e.* from p cross join lateral (${tail(String(LAG_COUNTED_MAX))}) as e
  )
  select (select count(*)::integer from behind) as changes, not p."isHere" or p."rebuiltThrough" is not null as "isRebuilding",
    coalesce((select ${seconds("b.at")} from behind b order by b.txid, b.id limit 1), 0) as "tailSeconds",
    case when p."rebuiltThrough" is null then 0 else coalesce(
      (select ${seconds("i.created_at")} from intents i where i.id > p."rebuiltThrough" order by i.id limit 1), 0)
    end as "rebuildSeconds"
  from p`;

export type Lag = { changes: number; seconds: number; isRebuilding: boolean };

export async function readLag(client: Reader): Promise<Lag> {
  type Row = Omit<Lag, "seconds"> & { tailSeconds: number; rebuildSeconds: number };
  const [row] = await client.$queryRawUnsafe<Row[]>(LAG_SQL);
  if (row === undefined) throw new TypeError("The table `projection` is empty: what is projected is not known.");
  const { changes, isRebuilding, tailSeconds, rebuildSeconds } = row;
  return { changes, isRebuilding, seconds: Math.max(tailSeconds, rebuildSeconds) };
}
