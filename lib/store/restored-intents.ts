/** Intents that are in doubt because the store went back in time. */
import { STORE_RESTORED } from "@/lib/domain/intent";
import { hexSql } from "./digests";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

const IN_DOUBT = `i.state = 'in_doubt' and i.doubt_since is not null and i.failure ->> 'code' = '${STORE_RESTORED}'`;
/** No attempt is on record, and no witness has seen one. */
const IS_RELEASABLE = `i.first_started_at is null
  and not exists (select 1 from suspect_keys s where s.key = ${hexSql("i.key")} and s.settled_at is null and s.attempt_id is not null)`;

export type RestoredCounts = { inDoubtCount: number; releasableCount: number };

export async function countRestored(client: Reader, tool: string | null): Promise<RestoredCounts> {
  const [row] = await client.$queryRawUnsafe<RestoredCounts[]>(
    `select count(*)::int as "inDoubtCount", count(*) filter (where ${IS_RELEASABLE})::int as "releasableCount"
     from intents i where ${IN_DOUBT} and ($1::text is null or i.tool = $1)`,
    tool,
  );
  return row ?? { inDoubtCount: 0, releasableCount: 0 };
}

/** In the order of ids, so that two who lock them never wait in a circle. */
export async function releasableIds(
  client: Reader,
  tool: string | null,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(
    `select i.id from intents i where ${IN_DOUBT} and ${IS_RELEASABLE} and ($1::text is null or i.tool = $1)
     and i.id > $2 order by i.id limit $3`,
    tool,
    afterId,
    limit,
  );
  return rows.map(({ id }) => id);
}

export type LastEpoch = { epoch: number; restoring: boolean; restoredAt: Date | null; why: string | null };

export async function readLastEpoch(client: Reader): Promise<LastEpoch> {
  const [row] = await client.$queryRawUnsafe<LastEpoch[]>(
    `select s.epoch, s.restoring, e.opened_at as "restoredAt", e.why
     from store_state s left join store_epochs e on e.epoch = s.epoch`,
  );
  if (row === undefined) throw new TypeError("The store has no row about itself: run the migrations.");
  return row;
}
