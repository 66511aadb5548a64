/** What a statement or a listing says, staged for comparison: rows come and go in sets. */

import type { StateKind } from "@/lib/domain/intent";
import type { StatementRow } from "@/lib/domain/reconcile/statement-row";
import { hexSql } from "./digests";
import type { RawTx, Writer } from "./raw-transaction";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

const ROWS = {
  run: ["run", "integer"],
  line: ["line", "integer"],
  key: ["key", "text"],
  effectId: ["effect_id", "text"],
  amount: ["amount", "text"],
  currency: ["currency", "text"],
  at: ["at", "timestamptz(3)"],
  target: ["target", "json"],
  digest: ["digest", "text"],
  fault: ["fault", "text"],
} satisfies Columns;

/** A page that was read twice, because its reader died before it said so, is staged once. */
export async function stageRows(tx: Writer, run: number, rows: StatementRow[]): Promise<void> {
  if (rows.length === 0) return;
  const arrays = toArrays(
    ROWS,
    rows.map((row) => ({ run, ...row })),
  );
  await tx.$executeRawUnsafe(
    `${insertArraysSql("statement_rows", arrays, 1)} on conflict do nothing`,
    ...arrays.arrays,
  );
}

export type SpanIntent = {
  id: string;
  namespace: string;
  state: StateKind;
  effectId: string | null;
  submissionId: string;
  endedAt: Date;
};
export type Looked = { lastId: string | null; lookedCount: number; found: SpanIntent[] };

/**
 * The next intents of a tool, and which of them must be in the source and are not: begun and ended in the span. A row
 * that could not be read still counts as there.
 */
const MISSING_SQL = `
  with looked as (
    select id, i.namespace, state, i.effect, ${hexSql("key")} as key, effect_id, submission_id, ended_at, first_started_at from (
      select id from history where tool = $2 and id > $3 and id < $4 order by id limit $5) as h join intents i using (id)
  ), judged as (
    select l.* from looked l
    where l.state in ('succeeded', 'partial') and l.effect <> 'read' and l.effect_id is not null
      and l.first_started_at >= $6 and l.ended_at <= $7
      and not exists (select 1 from statement_rows p where p.run = $1 and hashtextextended(p.key, 0) = hashtextextended(l.key, 0) and p.key = l.key)
      and not exists (select 1 from statement_rows p where p.run = $1
                      and hashtextextended(p.effect_id, 0) = hashtextextended(l.effect_id, 0) and p.effect_id = l.effect_id)
  )
  select (select max(id) from looked) as "lastId", (select count(*)::integer from looked) as "lookedCount",
    (select coalesce(json_agg(json_build_object('id', id, 'namespace', namespace, 'state', state, 'effectId', effect_id,
       'submissionId', submission_id, 'endedAt', ended_at) order by id), '[]') from judged) as found`;

export async function findMissing(
  client: Reader,
  wanted: { run: number; tool: string; after: string; before: string; limit: number; from: Date; to: Date },
): Promise<Looked> {
  const { run, tool, after, before, limit, from, to } = wanted;
  const [looked] = await client.$queryRawUnsafe<Looked[]>(MISSING_SQL, run, tool, after, before, limit, from, to);
  return looked ?? { lastId: null, lookedCount: 0, found: [] };
}

const COUNTED_MAX = 1_000_000;

/** Null: more than anybody wants to count. */
export async function countIntents(
  client: Reader,
  tool: string,
  after: string,
  before: string,
): Promise<number | null> {
  const [found] = await client.$queryRawUnsafe<{ count: number }[]>(
    `select count(*)::integer as count from
       (select 1 from history where tool = $1 and id > $2 and id < $3 limit ${COUNTED_MAX}) as seen`,
    tool,
    after,
    before,
  );
  const count = found?.count ?? 0;
  return count < COUNTED_MAX ? count : null;
}

export async function countRows(client: Reader, run: number): Promise<number> {
  const [found] = await client.$queryRawUnsafe<{ count: number }[]>(
    "select count(*)::integer as count from statement_rows where run = $1",
    run,
  );
  return found?.count ?? 0;
}

export type RowFault = { line: number; message: string };

export async function listRowFaults(client: Reader, run: number, after: number, limit: number): Promise<RowFault[]> {
  return client.$queryRawUnsafe<RowFault[]>(
    `select line, fault as message from statement_rows where run = $1 and line > $2 and fault is not null
     order by line limit $3`,
    run,
    after,
    limit,
  );
}

/** By ranges of lines: what is gone need not be passed by again. */
const LINES_REMOVED_AT_ONCE = 20_000;
/** Of rows that could not be read, the first are kept for people. */
export const FAULTS_KEPT_MAX = 1_000;

/** Removes some rows of comparisons that are over; 0: nothing is left to remove. */
export async function removeComparedRows(tx: RawTx): Promise<number> {
  const [run] = await tx.$queryRawUnsafe<{ number: number; removed: number; last: number }[]>(
    `select number, coalesce((case when json_typeof(cursor) = 'object' then cursor->>'removed' end)::integer, 0) as removed,
       coalesce((select max(line) from statement_rows where run = r.number), 0) as last
     from reconciliations r where staged and ended_at is not null order by number limit 1 for update skip locked`,
  );
  if (run === undefined) return 0;
  const { number, removed, last } = run;
  const through = removed + LINES_REMOVED_AT_ONCE;
  await tx.$executeRawUnsafe(
    `delete from statement_rows where run = $1 and line > $2 and line <= $3 and (fault is null or line > (
       select coalesce(max(line), 0) from (select line from statement_rows
         where run = $1 and fault is not null order by line limit ${FAULTS_KEPT_MAX}) as kept))`,
    number,
    removed,
    through,
  );
  await tx.$executeRawUnsafe(
    "update reconciliations set staged = $2, cursor = json_build_object('removed', $3::integer) where number = $1",
    number,
    through < last,
    through,
  );
  return 1;
}

/** Nothing of an upload that was refused stays. */
export async function removeReceivedRows(tx: RawTx, run: number, after: number): Promise<number | null> {
  const through = after + LINES_REMOVED_AT_ONCE;
  await tx.$executeRawUnsafe(
    "delete from statement_rows where run = $1 and line > $2 and line <= $3",
    run,
    after,
    through,
  );
  const [left] = await tx.$queryRawUnsafe<{ last: number | null }[]>(
    "select max(line) as last from statement_rows where run = $1",
    run,
  );
  return left?.last == null ? null : through;
}

/** One that somebody stopped, or that took too long, stays: that is on record, and whoever looks must find it. */
export async function removeUpload(tx: RawTx, id: string): Promise<void> {
  await tx.$executeRawUnsafe("delete from reconciliations where id = $1 and state = 'receiving'", id);
}
