/** What the server's own settings mean for us. */
import type { Database } from "./database";
import type { RawTx } from "./raw-transaction";

export async function readDurability(db: Database): Promise<{ fsync: boolean; fullPageWrites: boolean }> {
  const [row] = await db.query<{ fsync: string; fullPageWrites: string }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites"`,
  );
  return { fsync: row?.fsync === "on", fullPageWrites: row?.fullPageWrites === "on" };
}

/** How many locks all transactions together may hold. */
export async function readLockSlots(client: Pick<RawTx, "$queryRawUnsafe">): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ slots: number }[]>(
    `select current_setting('max_locks_per_transaction')::int
       * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as slots`,
  );
  return row?.slots ?? 0;
}
