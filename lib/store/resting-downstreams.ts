/**
 * What workers' breakers give a rest, told to other processes. Instants are the database's: workers say how long, not
 * until when. What a worker that is gone has left behind counts for a minute, and is then removed.
 */
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;
type Writer = Pick<Tx, "$executeRawUnsafe" | "$queryRawUnsafe">;

export type RestingRoute = { tool: string; origin: string };
export type RestingRow = RestingRoute & {
  title: string;
  reason: string;
  since: Date;
  nextTryAt: Date;
  tryAskedAt: Date | null;
  workerCount: number;
};

export const IS_LIVE_REST = "seen_at > statement_timestamp() - interval '1 minute'";
const LISTED_MAX = 200;

/** Each route once, whichever workers rest it: since the first of them, until the next try of any. */
const LIST_SQL = `
  select r.*, coalesce(v.definition ->> 'title', r.tool) as title
  from (
    select tool, origin, (array_agg(reason order by seen_at desc))[1] as reason, min(since) as since,
      min(next_try_at) as "nextTryAt", max(try_asked_at) as "tryAskedAt", count(*)::int as "workerCount"
    from resting_downstreams where ${IS_LIVE_REST} group by tool, origin order by min(since), tool, origin limit ${LISTED_MAX}
  ) as r
  left join contracts c on c.tool = r.tool
  left join contract_versions v on v.tool = c.tool and v.version = c.active_version
  order by r.since, r.tool, r.origin`;

export async function listResting(client: Reader): Promise<RestingRow[]> {
  return client.$queryRawUnsafe<RestingRow[]>(LIST_SQL);
}

const WAITING_MAX = 1_000;

/** How many intents of each tool are cleared and have not run: without any, nothing tries its downstream. */
export async function countClearedOf(client: Reader, tools: readonly string[]): Promise<Map<string, number>> {
  if (tools.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<{ tool: string; count: number }[]>(
    `select t.tool, (select count(*)::int from (select from due d
       where d.what = 'run' and d.tool = t.tool limit ${WAITING_MAX}) as found) as count
     from unnest($1::text[]) as t(tool)`,
    tools,
  );
  return new Map(rows.map(({ tool, count }) => [tool, count]));
}

/** It rests, for the first time or once more; `leftMs` from now on. */
export async function putResting(
  tx: Writer,
  { worker, tool, origin, reason, leftMs }: RestingRoute & { worker: string; reason: string; leftMs: number },
): Promise<void> {
  await tx.$executeRawUnsafe(
    `insert into resting_downstreams (worker, tool, origin, reason, since, next_try_at, seen_at)
     values ($1, $2, $3, $4, statement_timestamp(), statement_timestamp() + $5 * interval '1 millisecond',
       statement_timestamp())
     on conflict (worker, tool, origin) do update
       set reason = excluded.reason, next_try_at = excluded.next_try_at, seen_at = excluded.seen_at, try_asked_at = null`,
    worker,
    tool,
    origin,
    reason,
    leftMs,
  );
}

export async function removeResting(tx: Writer, worker: string, { tool, origin }: RestingRoute): Promise<void> {
  await tx.$executeRawUnsafe(
    "delete from resting_downstreams where worker = $1 and tool = $2 and origin = $3",
    worker,
    tool,
    origin,
  );
}

/** A worker that stops; and whatever workers left behind that are long gone. */
export async function removeWorkersResting(tx: Writer, worker: string): Promise<void> {
  await tx.$executeRawUnsafe(`delete from resting_downstreams where worker = $1 or not (${IS_LIVE_REST})`, worker);
}

/** Says that the worker is still there. */
export async function sawResting(tx: Writer, worker: string): Promise<void> {
  await tx.$executeRawUnsafe(
    "update resting_downstreams set seen_at = statement_timestamp() where worker = $1",
    worker,
  );
}

/** What operators want tried now; each is told once. */
export async function takeTryAsked(tx: Writer, worker: string): Promise<RestingRoute[]> {
  return tx.$queryRawUnsafe<RestingRoute[]>(
    `update resting_downstreams set try_asked_at = null, next_try_at = least(next_try_at, statement_timestamp())
     where worker = $1 and try_asked_at is not null returning tool, origin`,
    worker,
  );
}

/** Those that rest; `tool` null: all of the origin. */
export async function askToTry(tx: Writer, origin: string, tool: string | null): Promise<RestingRoute[]> {
  return tx.$queryRawUnsafe<RestingRoute[]>(
    `with asked as (
       update resting_downstreams set try_asked_at = statement_timestamp()
       where origin = $1 and ($2::text is null or tool = $2) and ${IS_LIVE_REST} returning tool, origin)
     select distinct tool, origin from asked order by tool`,
    origin,
    tool,
  );
}
