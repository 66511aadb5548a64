/** Staged rows beside the intents that they are about: by key first, then by effect id; in sets. */
import type { StateKind } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import type { StatementRow } from "@/lib/domain/reconcile/statement-row";
import { hexSql } from "./digests";
import { effectDigestSql } from "./effects";
import { hasKey } from "./intents";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type MatchedIntent = {
  id: string;
  namespace: string;
  tool: string;
  state: StateKind;
  effectId: string | null;
  fence: number;
  mayHaveActed: boolean;
  contractVersion: number;
  submissionId: string;
  argsDigest: string;
  /** Null where nothing is to be compared with them, or they are too large to be read for that. */
  args: JsonObject | null;
};

export type StagedRow = Omit<StatementRow, "fault" | "digest"> & {
  isRepeated: boolean;
  /** It tells a time that is not in the window. */
  isOutside: boolean;
  /** Of the first row with this key that is not outside; null: there is none. */
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
/** Tools may number their effects alike. */
const SHARERS_LOOKED_AT = 200;

/** Whether a row was there before is looked for among the first rows of its effect: nobody repeats one more often. */
const REPEATS_LOOKED_AT = 20;

const SAME_KEY = `p.run = r.run and hashtextextended(p.key, 0) = hashtextextended(r.key, 0) and p.key = r.key
  and p.fault is null`;
const SAME_EFFECT = `p.run = r.run and hashtextextended(p.effect_id, 0) = hashtextextended(r.effect_id, 0)
  and p.effect_id = r.effect_id and p.fault is null`;
/** Only what looks like a key of ours can be one. */
const KEY = "case when r.key ~ '^[0-9a-f]{64}$' then decode(r.key, 'hex') end";
const INTENT = `json_build_object('id', i.id, 'namespace', i.namespace, 'tool', i.tool, 'state', i.state,
  'effectId', i.effect_id, 'fence', i.fence, 'mayHaveActed', i.may_have_acted, 'contractVersion', i.contract_version, 'submissionId', i.submission_id,
  'argsDigest', ${hexSql("i.args_digest")}, 'args', case when (r.amount is not null or r.target is not null)
    and octet_length(i.args::text) <= ${ARGS_BYTES_MAX} then i.args end)`;

/**
 * A day is told as its midnight in UTC, and begins where it was booked up to half a day later: `$8`, not `$6`. A row
 * that is outside is not judged, so what is judged once a key is judged at the first one that is not.
 */
const isOutside = (row: string) => `coalesce(${row}.at > $7::timestamptz or ${row}.at <
  case when extract(epoch from ${row}.at)::numeric % 86400 = 0 then $8::timestamptz else $6::timestamptz end, false)`;

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
      ) s where s.digest = r.digest and s.line < r.line) as "isRepeated", ${isOutside("r")} as "isOutside",
    coalesce(first.line = r.line, r.key is null) as "isFirst", first.effect_id as "firstEffectId",
    case when first.line = r.line then (
      select coalesce(array_agg(distinct s.name), '{}') from (
        select coalesce(p.effect_id, 'row ' || p.digest) as name from statement_rows p
        where ${SAME_KEY} order by p.line limit ${KEY_ROWS_MAX}) s
      ) end as "effectIds",
    case when k.intent is not null then 'key' when e.intent is not null then 'effect_id' end as "matchedBy",
    coalesce(k.intent, e.intent) as intent
  from r
  left join lateral (
    select s.line, s.effect_id from (
      select p.line, p.effect_id, p.at from statement_rows p where r.key is not null and ${SAME_KEY}
      order by p.line limit ${KEY_ROWS_MAX}) s
    where not ${isOutside("s")} order by s.line limit 1
  ) first on true
  left join lateral (
    select ${INTENT} as intent from (select ${KEY} as key offset 0) as w
    cross join lateral (select * from intents where ${hasKey("w.key")} and namespace = any($4) limit 1) as i
  ) k on true
  left join lateral (
    select ${INTENT} as intent from (
      select intent_id from effects
      where k.intent is null and digest = ${effectDigestSql("r.effect_id")} limit ${SHARERS_LOOKED_AT}) o
    cross join lateral (select * from intents where id = o.intent_id offset 0) i
    order by i.tool = $5 desc, i.id limit 1
  ) e on true
  order by r.line`;

/** What is not in here is outside; `daysFrom`: of a row that tells a day alone. Null: the source has no window. */
export type TimeSpan = { from: Date; to: Date; daysFrom: Date };

export async function matchRows(
  client: Reader,
  wanted: { run: number; tool: string; after: number; limit: number; namespaces: string[]; span: TimeSpan | null },
): Promise<StagedRow[]> {
  const { run, tool, after, limit, namespaces, span } = wanted;
  const times = [span?.from ?? null, span?.to ?? null, span?.daysFrom ?? null];
  const rows = await client.$queryRawUnsafe<StagedRow[]>(MATCH_SQL, run, after, limit, namespaces, tool, ...times);
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
    `select 1 from due d cross join lateral (select fence from intents where id = d.intent_id offset 0) as i
       where d.what in ('run', 'lease') and d.tool = $1 and i.fence > 0
     union all select 1 from intents where doubt_since is not null and tool = $1 limit 1`,
    tool,
  );
  return rows.length > 0;
}
