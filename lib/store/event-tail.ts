/**
 * Events as they come. Ids are made before their transactions commit, so "later than the last one" would miss some:
 * what is read again each time is everything from the oldest transaction that was still open the last time.
 */
import type { Tx } from "./database";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type TailEvent = { id: string; type: string; intentId: string | null; txid: bigint };
export type Tail = { events: TailEvent[] /** Below it nothing can appear any more. */; horizon: bigint };

/** `from` null: only where the log stands now. At most `limit` events, the oldest first. */
export async function readTail(client: Reader, from: bigint | null, limit: number): Promise<Tail> {
  const rows = await client.$queryRawUnsafe<
    { horizon: string; id: string | null; type: string; intentId: string | null; txid: string }[]
  >(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, e.id, e.type, e.intent_id as "intentId", e.txid::text
     from (select) as now left join lateral (
       select id, type, intent_id, txid from audit_events
       where txid >= coalesce($1::text, pg_snapshot_xmin(pg_current_snapshot())::text)::xid8 order by txid, id limit $2
     ) as e on true`,
    from === null ? null : String(from),
    limit,
  );
  const events = rows.flatMap(({ id, type, intentId, txid }) =>
    id === null ? [] : [{ id, type, intentId, txid: BigInt(txid) }],
  );
  return { events, horizon: BigInt(rows[0]?.horizon ?? 0) };
}
