/**
 * Events as they come. Ids are made before their transactions commit, so "later than the last one" would miss some. What
 * is new since a look is exactly what it could not see: events of transactions that were open then, or began later.
 */
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type TailEvent = { id: string; type: string; intentId: string | null; followingTypes: string[] };
/** `snapshot`: what this look could see, for the next one. */
export type Tail = { events: TailEvent[]; snapshot: string };

/** A range in the index's own order, of one transaction too: where few hold many events, `=` would read all there are. */
const EVENTS = (range: string) =>
  `select id, type, intent_id, follows from journal where ${range} order by txid, id limit $2`;

/** `seen` null: only where the log stands now. At most `limit` events. */
export async function readTail(client: Reader, seen: string | null, limit: number): Promise<Tail> {
  const rows = await client.$queryRawUnsafe<(Omit<TailEvent, "id"> & { snapshot: string; id: string | null })[]>(
    `select pg_current_snapshot()::text as snapshot, e.id, e.type, e.intent_id as "intentId",
       coalesce((select json_agg(one ->> 'type') from json_array_elements(e.follows) as one), '[]') as "followingTypes"
     from (select) as now left join lateral (
       select late.* from pg_snapshot_xip($1::text::pg_snapshot) as open(xid)
         cross join lateral (${EVENTS("txid between open.xid and open.xid")}) as late
       union all
       (${EVENTS("txid >= pg_snapshot_xmax($1::text::pg_snapshot)")})
       limit $2
     ) as e on true`,
    seen,
    limit,
  );
  const [first] = rows;
  if (first === undefined) throw new TypeError("The database did not tell where its log stands.");
  const events = rows.flatMap(({ id, type, intentId, followingTypes }) =>
    id === null ? [] : [{ id, type, intentId, followingTypes }],
  );
  return { events, snapshot: first.snapshot };
}
