/**
 * What a claim takes: due, cleared and not paused, oldest first, locked for this transaction. Rows that another worker is
 * just taking are skipped: they are its, not ours.
 *
 * D1  No row is locked that is not returned: a tool's rows are locked one by one up to its room, and the look ends when
 *     there are enough. What a tool has no room for stays free for other workers.
 * D2  The look is bounded. A tool behind a longer backlog of another is met once that one has no room, and is left out.
 */
import { INTENTS, selectList } from "./columns";
import type { IntentRow } from "./intent-row";
import { IS_NOT_PAUSED, sharePauseSwitch } from "./pauses";
import type { PipelinedTx } from "./raw-transaction";

/** How many of a tool may be taken. */
export type ToolRoom = { byTool: ReadonlyMap<string, number>; others: number };

export type DueWanted = {
  /** Null: whatever is due (the sweeper's look, from Postgres alone). */
  ids: string[] | null;
  limit: number;
  /** Never looked at. */
  exceptTools: string[];
  exceptIds?: string[];
  /** Absent: as many of each as the limit allows. */
  room?: ToolRoom;
};

/** Rows beyond the limit that are looked at: what other workers are just taking, and more than a tool has room for. */
const LOOK_BEYOND = 200;

export async function lockDue(tx: PipelinedTx, wanted: DueWanted): Promise<IntentRow[]> {
  const { ids, limit, exceptTools, exceptIds = [], room = { byTool: NO_TOOLS, others: limit } } = wanted;
  const { byTool, others } = room;
  // Sent ahead of the question, not awaited: on a pipelined connection both are one round trip.
  const shared = sharePauseSwitch(tx);
  const fitsAnyhow = limit <= Math.min(others, ...byTool.values());
  const bounds = fitsAnyhow ? [] : [limit + LOOK_BEYOND, others, [...byTool.keys()], [...byTool.values()]];
  const values = [limit, exceptTools, exceptIds, ids ?? [], ...bounds];
  const sql = SQL[ids === null ? "any" : "named"][fitsAnyhow ? "plain" : "byRoom"];
  const rows = tx.$queryRawUnsafe<IntentRow[]>(sql, ...values);
  return (await Promise.all([rows, shared]))[0];
}

const NO_TOOLS: ReadonlyMap<string, number> = new Map();

const IS_DUE = "i.due_at <= statement_timestamp() and i.state = 'cleared'";
const COLUMNS = selectList(INTENTS, "i");

function sqlFor(among: string) {
  const wanted = `${among} and ${IS_DUE} and ${IS_NOT_PAUSED} and i.tool <> all($2) and i.id <> all($3)`;
  return {
    plain: `select ${COLUMNS} from intents i where ${wanted} order by i.due_at limit $1 for update skip locked`,
    // Rows are locked as they are asked for, tool by tool: whatever sorted them here would lock them all first (D1).
    byRoom: `with oldest as materialized (
        select i.id, i.tool, i.due_at from intents i where ${wanted} order by i.due_at limit $5
      ), tools as materialized (
        select tool, coalesce((select room from unnest($7::text[], $8::int[]) as r (name, room) where name = tool), $6) as room
        from oldest group by tool order by min(due_at)
      ) select i.* from tools t cross join lateral (
        select ${COLUMNS} from (select id from oldest where tool = t.tool order by due_at) as o
        join intents i on i.id = o.id where ${IS_DUE} limit least(t.room, $1) for update of i skip locked
      ) as i limit $1`,
  };
}

const SQL = { any: sqlFor("$4::text[] is not null"), named: sqlFor("i.id = any($4)") };
