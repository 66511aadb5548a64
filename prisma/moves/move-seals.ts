/** Seals stay as they are. Which rows they are over was in a table of positions, and is in the seal itself. */
import type { Step } from "./move-store";

/** A seal is over at most 5,000 events. */
const SEAL_EVENTS = 500;

/** A position whose event was removed by hand keeps its place, so that the others keep theirs. */
const SQL = `
  with batch as materialized (
    select number, first_position, last_position from audit_seals where number > $1::bigint order by number limit $2
  ), named as (
    select b.number, array_agg(n.id order by at.position) as rows, min(id_ms(n.id)) as first_ms, max(id_ms(n.id)) as last_ms
    from batch b cross join lateral generate_series(b.first_position, b.last_position) as at(position)
    left join former_audit_positions p on p.position = at.position
    cross join lateral (select coalesce(
      (select j.id from journal j where j.sealed_as = p.event_id),
      (select j.id from journal j where j.id = p.event_id and j.sealed_as is null),
      p.event_id, 'lost_' || at.position) as id) as n
    group by b.number
  ), written as (
    update audit_seals s set rows = n.rows, span = int8range(n.first_ms, n.last_ms, '[]') from named n where s.number = n.number
  )
  select max(number)::text as through, count(*)::integer as count from batch`;

export const moveSeals: Step = async (client, through, rowsMax) => {
  const sealsMax = Math.ceil(rowsMax / SEAL_EVENTS);
  await client.query("alter table audit_seals disable trigger audit_seals_append_only");
  const { rows } = await client.query<{ through: string | null; count: number }>(SQL, [through || "0", sealsMax]);
  const { count = 0, through: last } = rows[0] ?? {};
  await client.query("alter table audit_seals enable trigger audit_seals_append_only");
  return { through: last ?? through, count, isLast: count < sealsMax };
};
