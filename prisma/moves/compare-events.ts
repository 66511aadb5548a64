/** Event by event, under the id that it had: what is sealed as it was written, what was said beside it as it was digested. */
import type pg from "pg";
import { type Difference, differingSql, NAMED_MAX, refuseDifferences } from "./differences";
import type { Step } from "./move-store";

const SEALED = ["at", "type", "actor_kind", "actor_id", "namespace", "intent_id", "subject", "data::json"];

/** Of what is erased no salt is left, neither then nor now. */
const SQL = `
  with batch as materialized (select * from former_audit_events where id > $1 order by id limit $2),
  compared as (
    select b.id, case when j.id is null then array['missing'] else ${differingSql(SEALED, "b", "j")}
      || case when j.follows is not null then array['follows'] end
      || case when j.salt is distinct from x.salt then array['salt'] end
      || case when x.salt is not null and j.detail::text is distinct from x.detail::text then array['detail'] end
    end as differing
    from batch b
    left join former_event_details x on x.event_id = b.id
    left join lateral (
      select * from journal where sealed_as = b.id union all select * from journal where id = b.id and sealed_as is null) as j on true
  )
  select (select max(id) from batch) as through, (select count(*)::integer from batch) as count,
    (select coalesce(json_agg(d), '[]') from (
      select 'events' as what, id, differing from compared where differing <> '{}' limit ${NAMED_MAX}) as d) as differences`;

type Compared = { through: string | null; count: number; differences: Difference[] };

export const compareEvents: Step = async (client, through, rowsMax) => {
  const { rows } = await client.query<Compared>(SQL, [through, rowsMax]);
  const { through: last = null, count = 0, differences = [] } = rows[0] ?? {};
  refuseDifferences(differences);
  const isLast = count < rowsMax;
  if (isLast) await requireSameCount(client);
  return { through: last ?? through, count, isLast };
};

async function requireSameCount(client: pg.ClientBase): Promise<void> {
  await client.query("set local enable_seqscan = on");
  const { rows } = await client.query<{ before: string; now: string }>(
    "select (select count(*) from former_audit_events) as before, (select count(*) from journal) as now",
  );
  const { before, now } = rows[0] ?? { before: "", now: "?" };
  if (before !== now)
    refuseDifferences([{ what: "events", id: "as a whole", differing: [`${before} before`, `${now} now`] }]);
}
