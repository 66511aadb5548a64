/** How long people took to decide: from when an intent began to wait until somebody approved or denied it. */
import { firstIdAt } from "@/lib/domain/id";
import type { Period } from "@/lib/domain/overview/period";
import { PLANNED_ANEW, type Tx } from "../database";

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** `bucket`: from 1; null: in all of the time. */
export type DecisionFigures = { bucket: number | null; count: number; p50Ms: number; p95Ms: number };

/**
 * What held it last, of everything that can hold. An approval that is not the last one needed leaves it held: it waits
 * on, from when it began.
 */
const WAITS_SINCE = `
  select w.at from audit_events w
  where w.intent_id = d.intent_id and w.at <= d.at and w.data ->> 'to' = 'held'
    and coalesce(w.data ->> 'from', '') <> 'held'
  order by w.id desc limit 1`;

const SQL = `${PLANNED_ANEW}
  select bucket, count(*)::integer as count, percentile_cont(array[0.5, 0.95]) within group (order by took) as ms
  from (
    select width_bucket(d.id, $3::text[]) as bucket, 1000 * extract(epoch from d.at - w.at)::double precision as took
    from journal d cross join lateral (${WAITS_SINCE}) as w
    where d.type in ('intent.approve', 'intent.deny') and d.id >= $1 and d.id < $2
  ) as decisions
  group by grouping sets ((bucket), ()) having count(*) > 0`;

type Row = { bucket: number | null; count: number; ms: [number, number] };

export async function readDecisions(client: Reader, { fromMs, toMs, startsMs }: Period): Promise<DecisionFigures[]> {
  const id = (ms: number) => firstIdAt("evt", ms);
  const rows = await client.$queryRawUnsafe<Row[]>(SQL, id(fromMs), id(toMs), startsMs.map(id));
  return rows.map(({ bucket, count, ms: [p50, p95] }) => ({
    bucket,
    count,
    p50Ms: Math.round(p50),
    p95Ms: Math.round(p95),
  }));
}
