/** Until when an attempt that is over may still act. */
import type { RawTx } from "./raw-transaction";

/** Never moved back: another function of the same intent may run longer. Where the intent has ended it means nothing. */
export async function extendLastEnd(client: RawTx, intentId: string, byMs: number): Promise<void> {
  await client.$executeRawUnsafe(
    `update intents
     set last_ended_at = greatest(last_ended_at, clock_timestamp() + make_interval(secs => $2::double precision / 1000))
     where id = $1 and ended_at is null and last_ended_at is not null`,
    intentId,
    byMs,
  );
}
