/** Doubts that are due for a question, and who or what ended one. */
import type { JsonObject } from "@/lib/domain/json";
import { hexSql } from "./digests";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** One question to be asked, and by the database's clock when it was not sent yet. */
export type ReservedProbe = {
  intentId: string;
  tool: string;
  contractVersion: number;
  key: string;
  args: JsonObject;
  askedAtMs: number;
};

export type ReserveWanted = {
  limit: number;
  /** At most so many questions about one tool at a time, those under way included: a slow one delays no other. */
  perToolMax: number;
  underWay: Record<string, number>;
  /** For so long nobody else asks, even if whoever reserved it dies. */
  forMs: number;
};

/** A downstream with very many doubts is looked at in parts. */
const CANDIDATES_MAX = 500;

const UNDER_WAY = "coalesce(($1::jsonb ->> tool)::integer, 0)";

/**
 * Moves `probe_at` forward before anybody asks: two workers never ask the same question at once. Not a change of the
 * intent (its version stays): a save that was made before it only asks a little sooner again. Each due row is reached
 * behind its intent's (`due-writes` D1).
 */
const RESERVE_SQL = `
  with candidates as (
    select id, ${UNDER_WAY} + row_number() over (partition by tool order by at) as place
    from (
      select intent_id as id, tool, at from due
      where what = 'probe' and at <= statement_timestamp() and ${UNDER_WAY} < $2 order by at limit ${CANDIDATES_MAX}
    ) as due
  ), mine as (
    select i.id from intents i
    where i.id in (select id from candidates where place <= $2 order by place limit $3)
      and i.probe_at <= statement_timestamp()
    order by i.id for update skip locked
  ), reserved as (
    update intents i set probe_at = clock_timestamp() + make_interval(secs => $4::double precision / 1000)
    from mine where i.id = mine.id
    returning i.id, i.tool, i.contract_version, i.key, i.args, i.probe_at, clock_timestamp() as asked_at
  ), moved as (
    update due d set at = r.probe_at from reserved r where d.intent_id = r.id
  )
  select id as "intentId", tool, contract_version as "contractVersion", ${hexSql("key")} as key, args,
    (extract(epoch from asked_at) * 1000)::double precision as "askedAtMs" from reserved`;

export async function reserveProbes(client: Reader, wanted: ReserveWanted): Promise<ReservedProbe[]> {
  const { underWay, perToolMax, limit, forMs } = wanted;
  const busy = JSON.stringify(underWay);
  const rows = await client.$queryRawUnsafe<ReservedProbe[]>(RESERVE_SQL, busy, perToolMax, limit, forMs);
  return rows.map((row) => ({ ...row, askedAtMs: Math.floor(row.askedAtMs) }));
}

/** Stopped before it asked: the question is due again at once. */
export async function releaseProbes(client: RawTx, intentIds: string[]): Promise<void> {
  if (intentIds.length === 0) return;
  await client.$executeRawUnsafe(
    `with mine as (
       select id from intents where id = any($1) and probe_at is not null order by id for update
     ), released as (
       update intents i set probe_at = clock_timestamp() from mine where i.id = mine.id returning i.id, i.probe_at
     )
     update due d set at = r.probe_at from released r where d.intent_id = r.id`,
    intentIds,
  );
}

export type Resolution = { type: string; at: Date; actorName: string | null; data: Record<string, unknown> };

/** The last event that ended a doubt of this intent; null: it never was in doubt, or still is. */
export async function findResolution(client: Reader, intentId: string): Promise<Resolution | null> {
  const rows = await client.$queryRawUnsafe<Resolution[]>(
    `select e.type, e.at, o.name as "actorName", e.data from journal e
     left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
     where e.intent_id = $1 and e.type in ('intent.resolve', 'intent.probe', 'intent.settle')
       and e.data->>'from' = 'in_doubt' and e.data->>'to' <> 'in_doubt'
     order by e.id desc limit 1`,
    intentId,
  );
  return rows[0] ?? null;
}
