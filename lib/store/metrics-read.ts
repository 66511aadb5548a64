/**
 * What metrics ask the store, all of it here.
 *
 * Q1  Only what has not ended is counted, by indexes that hold nothing else: however much history there is, none of it
 *     is read. What ended is counted as it ends (`reached-states`).
 * Q2  Each question has a bound in rows and in time. Beyond the bound in rows a count is the bound, and what would need
 *     all rows (an oldest, a median) is null.
 */
import { type Database, PLANNED_ANEW } from "./database";
import { giveTime } from "./give-time";
import { HELD_SINCE } from "./holds";
import { isNotPaused } from "./pauses";
import { type Lag, readLag } from "./projection/tail";
import { NO_LOCKS } from "./raw-transaction";
import { IS_LIVE_REST } from "./resting-downstreams";

export const COUNTED_MAX = 100_000;
const STATEMENT_MAX_MS = 2_000;

/** On the connections of hot paths: those never scan a table where an index will do. */
async function ask<T>(db: Database, sql: string): Promise<T[]> {
  return db.rawTransaction(NO_LOCKS, async (tx) => {
    const [, rows] = await Promise.all([
      giveTime(tx, STATEMENT_MAX_MS),
      tx.$queryRawUnsafe<T[]>(`${PLANNED_ANEW} ${sql}`),
    ]);
    return rows;
  });
}

export type Ages = { count: number; oldestSeconds: number | null; medianSeconds: number | null };
export type LiveIntents = { held: Ages; inDoubt: Ages; cleared: number; executing: number };

const age = (since: string) => `extract(epoch from statement_timestamp() - ${since})::double precision`;

const AGES = (since: string, where: string) => `
  (select json_build_object('count', count(*), 'oldestSeconds', greatest(max(age), 0),
     'medianSeconds', greatest(percentile_disc(0.5) within group (order by age), 0))
   from (select ${age(since)} as age from intents i where ${where} limit ${COUNTED_MAX}) as waiting)`;

const COUNT = (from: string) => `(select count(*)::integer from (select from ${from} limit ${COUNTED_MAX}) as found)`;

const LIVE_SQL = `select
  ${AGES(HELD_SINCE, "i.hold_expires_at is not null")} as held,
  ${AGES("i.doubt_since", "i.doubt_since is not null")} as "inDoubt",
  ${COUNT("due where what = 'run'")} as cleared,
  ${COUNT("due where what = 'lease'")} as executing`;

export async function readLiveIntents(db: Database): Promise<LiveIntents> {
  const row = only(await ask<LiveIntents>(db, LIVE_SQL));
  return { ...row, held: whole(row.held), inDoubt: whole(row.inDoubt) };
}

/** Q2 */
function whole(ages: Ages): Ages {
  return ages.count < COUNTED_MAX ? ages : { count: ages.count, oldestSeconds: null, medianSeconds: null };
}

export type Lags = { queueSeconds: number; sweeperSeconds: number };

const LAGS_SQL = `select
  coalesce((select ${age("d.at")} from due d
    where d.what = 'run' and d.at <= statement_timestamp() and ${isNotPaused("d")}
    order by d.at limit 1), 0) as "queueSeconds",
  coalesce((select ${age("d.at")} from due d
    where d.what = 'lease' and d.at <= statement_timestamp()
    order by d.at limit 1), 0) as "sweeperSeconds"`;

export async function readLags(db: Database): Promise<Lags> {
  return only(await ask<Lags>(db, LAGS_SQL));
}

export type RestingTool = { tool: string; origins: number };

export async function readRestingTools(db: Database): Promise<RestingTool[]> {
  return ask<RestingTool>(
    db,
    `select tool, count(distinct origin)::integer as origins from resting_downstreams where ${IS_LIVE_REST} group by tool`,
  );
}

export type Unsealed = { events: number; oldestSeconds: number };

/** Each is looked up among the sealed ones. */
export const UNSEALED_MAX = 10_000;

/**
 * Up to the watermark of the last seal everything is sealed; behind it, what is in no seal (`seals` S2: a restore brings
 * sealed events with larger numbers). In another cluster the watermark says nothing, until the first seal there.
 */
const BEHIND = `journal e where (e.txid, e.id) > (s.txid, s.id)
  and e.txid < pg_snapshot_xmax(pg_current_snapshot())
  and not exists (select from audit_seals a where s.is_moved and a.span @> id_ms(e.id) and e.id = any(a.rows))`;

const UNSEALED_SQL = `
  with last as materialized (
    select cluster, watermark, watermark_id, is_exact from audit_seals order by number desc limit 1
  ), start as materialized (
    select coalesce((select not is_exact from last), false) as is_moved, coalesce((select watermark from last), '0'::xid8) as txid, coalesce((select watermark_id from last), '') as id
    where not exists (select from last)
      or (select cluster from last) = (select system_identifier::text from pg_control_system())
  )
  select (select count(*)::integer from (select from ${BEHIND} limit ${UNSEALED_MAX}) as found) as events,
    coalesce((select greatest(${age("e.at")}, 0) from ${BEHIND} order by e.txid, e.id limit 1), 0) as "oldestSeconds"
  from start s`;

/** Null: nothing can be said before the next seal. */
export async function readUnsealed(db: Database): Promise<Unsealed | null> {
  return (await ask<Unsealed>(db, UNSEALED_SQL))[0] ?? null;
}

export async function readProjectionLag(db: Database): Promise<Lag> {
  return db.rawTransaction(NO_LOCKS, async (tx) => {
    const [, lag] = await Promise.all([giveTime(tx, STATEMENT_MAX_MS), readLag(tx)]);
    return lag;
  });
}

function only<T>([row]: T[]): T {
  if (row === undefined) throw new TypeError("The database did not count.");
  return row;
}
