/** What a statement or a listing says, staged for comparison: rows come and go in sets, and are matched in sets. */

import type { StateKind } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import type { StatementRow } from "@/lib/domain/reconcile/statement-row";
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

export type MatchedIntent = {
  id: string;
  namespace: string;
  tool: string;
  state: StateKind;
  effectId: string | null;
  fence: number;
  contractVersion: number;
  submissionId: string;
  argsDigest: string;
  /** Null where nothing is to be compared with them, or they are too large to be read for that. */
  args: JsonObject | null;
};

export type StagedRow = Omit<StatementRow, "fault" | "digest"> & {
  isRepeated: boolean;
  /** Of the first row with this key; null: there is no key. */
  firstEffectId: string | null;
  isFirst: boolean;
  /** Every effect id under the key, where this is its first row; else null. */
  effectIds: string[] | null;
  matchedBy: "key" | "effect_id" | null;
  intent: MatchedIntent | null;
};

const ARGS_BYTES_MAX = 32_768;
/** Of the effects under one key so many are shown. */
const EFFECTS_SHOWN_MAX = 20;
const KEY_ROWS_MAX = 200;

/** Whether a row was there before is looked for among the first rows of its effect: nobody repeats one more often. */
const REPEATS_LOOKED_AT = 20;

const SAME_KEY = `p.run = r.run and hashtextextended(p.key, 0) = hashtextextended(r.key, 0) and p.key = r.key
  and p.fault is null`;
const SAME_EFFECT = `p.run = r.run and hashtextextended(p.effect_id, 0) = hashtextextended(r.effect_id, 0)
  and p.effect_id = r.effect_id and p.fault is null`;
const INTENT = `json_build_object('id', i.id, 'namespace', i.namespace, 'tool', i.tool, 'state', i.state,
  'effectId', i.effect_id, 'fence', i.fence, 'contractVersion', i.contract_version, 'submissionId', i.submission_id,
  'argsDigest', i.args_digest, 'args', case when (r.amount is not null or r.target is not null)
    and octet_length(i.args::text) <= ${ARGS_BYTES_MAX} then i.args end)`;

/**
 * One indexed look a row and question, whatever the size of the tables. A key is looked for in every namespace: the
 * downstream does not know of them.
 */
const MATCH_SQL = `
  with r as (
    select * from statement_rows where run = $1 and line > $2 and fault is null order by line limit $3
  )
  select r.line, r.key, r.effect_id as "effectId", r.amount, r.currency, r.at, r.target,
    exists (select 1 from (
        select p.digest, p.line from statement_rows p where r.effect_id is not null and ${SAME_EFFECT} order by p.line limit ${REPEATS_LOOKED_AT}
      ) s where s.digest = r.digest and s.line < r.line)
      or exists (select 1 from (
        select p.digest, p.line from statement_rows p where r.effect_id is null and ${SAME_KEY} order by p.line limit ${REPEATS_LOOKED_AT}
      ) s where s.digest = r.digest and s.line < r.line) as "isRepeated",
    coalesce(first.line = r.line, true) as "isFirst", first.effect_id as "firstEffectId",
    case when coalesce(first.line = r.line, true) then (
      select coalesce(array_agg(distinct s.name), '{}') from (
        select coalesce(p.effect_id, 'row ' || p.digest) as name from statement_rows p
        where ${SAME_KEY} order by p.line limit ${KEY_ROWS_MAX}) s
      ) end as "effectIds",
    case when k.intent is not null then 'key' when e.intent is not null then 'effect_id' end as "matchedBy",
    coalesce(k.intent, e.intent) as intent
  from r
  left join lateral (
    select p.line, p.effect_id from statement_rows p where r.key is not null and ${SAME_KEY} order by p.line limit 1
  ) first on true
  left join lateral (
    select ${INTENT} as intent from unnest($4::text[]) as n(name) join intents i on i.namespace = n.name and i.key = r.key
    where r.key is not null limit 1
  ) k on true
  left join lateral (
    select ${INTENT} as intent from intents i where k.intent is null and i.effect_id = r.effect_id
    order by i.tool = $5 desc, i.id limit 1
  ) e on true
  order by r.line`;

export async function matchRows(
  client: Reader,
  wanted: { run: number; tool: string; after: number; limit: number; namespaces: string[] },
): Promise<StagedRow[]> {
  const { run, tool, after, limit, namespaces } = wanted;
  const rows = await client.$queryRawUnsafe<StagedRow[]>(MATCH_SQL, run, after, limit, namespaces, tool);
  return rows.map((row) => ({
    ...row,
    effectIds: row.key === null ? noKey(row) : (row.effectIds?.slice(0, EFFECTS_SHOWN_MAX) ?? null),
  }));
}

/** Without a key a row stands for itself. */
function noKey({ effectId }: StagedRow): string[] {
  return effectId === null ? [] : [effectId];
}

/** Intents come from agents only. */
export async function listNamespaces(client: Reader): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ namespace: string }[]>(
    "select distinct namespace from agents order by 1",
  );
  return rows.map(({ namespace }) => namespace);
}

/** Whether an attempt of the tool has begun of which we do not know yet what it did. */
export async function hasUnknownEffects(client: Reader, tool: string): Promise<boolean> {
  const rows = await client.$queryRawUnsafe<unknown[]>(
    `select 1 from intents where due_at is not null and tool = $1 and fence > 0
     union all select 1 from intents where doubt_since is not null and tool = $1 limit 1`,
    tool,
  );
  return rows.length > 0;
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
    select id, namespace, state, effect, key, effect_id, submission_id, ended_at, first_started_at from intents
    where tool = $2 and id > $3 and id < $4 order by id limit $5
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
       (select 1 from intents where tool = $1 and id > $2 and id < $3 limit ${COUNTED_MAX}) as seen`,
    tool,
    after,
    before,
  );
  const count = found?.count ?? 0;
  return count < COUNTED_MAX ? count : null;
}

export async function countRows(
  client: Reader,
  run: number,
): Promise<{ rows: number; faulty: number; unnamed: number }> {
  const [found] = await client.$queryRawUnsafe<{ rows: number; faulty: number; unnamed: number }[]>(
    `select count(*)::integer as rows, count(fault)::integer as faulty,
       (count(*) filter (where key is null and effect_id is null))::integer as unnamed
     from statement_rows where run = $1`,
    run,
  );
  return found ?? { rows: 0, faulty: 0, unnamed: 0 };
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

export async function removeUpload(tx: RawTx, id: string): Promise<void> {
  await tx.$executeRawUnsafe("delete from reconciliations where id = $1 and state in ('receiving', 'stopped')", id);
}
