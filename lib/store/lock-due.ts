/**
 * What a claim takes: due, cleared and not paused, oldest first, locked for this transaction. Rows that another worker is
 * just taking are skipped: they are its, not ours. It is found in `due`, and only what is taken is read and locked in
 * `intents`.
 *
 * D1  No row is locked that is not returned: a tool's rows are locked one by one up to its room, and the look ends when
 *     there are enough. What a tool has no room for stays free for other workers.
 * D2  The look is bounded. A tool behind a longer backlog of another is met once that one has no room, and is left out.
 */
import { INTENTS, pick, selectList } from "./columns";
import type { IntentRow } from "./intent-row";
import { isNotPaused, sharePauseSwitch } from "./pauses";
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

/** What a claim needs of an intent that is cleared. What else its state could fill is null then. */
// biome-ignore format: one list, not a line each
const CLAIMED = pick(INTENTS, ["id", "namespace", "tool", "key", "agentId", "contractVersion", "fingerprint", "args",
  "argsDigest", "submissionId", "state", "hold", "clearedBy", "decidedDigest", "dueAt", "undoUntil", "fence",
  "countedCount", "mayHaveActed", "firstStartedAt", "lastEndedAt", "successorId", "version", "createdAt"]);
export type ClaimRow = Pick<IntentRow, keyof typeof CLAIMED>;

/** Rows beyond the limit that are looked at: what other workers are just taking, and more than a tool has room for. */
const LOOK_BEYOND = 200;

export async function lockDue(tx: PipelinedTx, wanted: DueWanted): Promise<ClaimRow[]> {
  const { ids, limit, exceptTools, exceptIds = [], room = { byTool: NO_TOOLS, others: limit } } = wanted;
  const { byTool, others } = room;
  // Sent ahead of the question, not awaited: on a pipelined connection both are one round trip.
  const shared = sharePauseSwitch(tx);
  const fitsAnyhow = limit <= Math.min(others, ...byTool.values());
  const bounds = fitsAnyhow ? [] : [limit + LOOK_BEYOND, others, [...byTool.keys()], [...byTool.values()]];
  const values = [limit, exceptTools, exceptIds, ids ?? [], ...bounds];
  const sql = SQL[ids === null ? "any" : "named"][fitsAnyhow ? "plain" : "byRoom"];
  const rows = tx.$queryRawUnsafe<ClaimRow[]>(sql, ...values);
  return (await Promise.all([rows, shared]))[0];
}

const NO_TOOLS: ReadonlyMap<string, number> = new Map();

const COLUMNS = selectList(CLAIMED, "i");

/** The intent's own columns have the last word: `due` may be just behind them. */
const TAKEN = `lateral (
  select * from intents where id = o.id and due_at <= statement_timestamp() and state = 'cleared'
  for update skip locked) as i`;

function sqlFor(among: string) {
  const wanted = `select d.intent_id as id, d.tool, d.at from due d
    where ${among} and d.what = 'run' and d.at <= statement_timestamp() and ${isNotPaused("d")}
      and d.tool <> all($2) and d.intent_id <> all($3) order by d.at`;
  return {
    plain: `select ${COLUMNS} from (${wanted}) as o cross join ${TAKEN} limit $1`,
    // Rows are locked as they are asked for, tool by tool: whatever sorted them here would lock them all first (D1).
    byRoom: `with oldest as materialized (${wanted} limit $5), tools as materialized (
        select tool, coalesce((select room from unnest($7::text[], $8::int[]) as r (name, room) where name = tool), $6) as room
        from oldest group by tool order by min(at)
      ) select i.* from tools t cross join lateral (
        select ${COLUMNS} from (select id from oldest where tool = t.tool order by at) as o
        cross join ${TAKEN} limit least(t.room, $1)
      ) as i limit $1`,
  };
}

const SQL = { any: sqlFor("$4::text[] is not null"), named: sqlFor("d.intent_id = any($4)") };
