/** Until when an attempt that is over may still act. */
import type { RawTx } from "./raw-transaction";

/**
 * Never moved back: another function of the same intent may run longer. False: the intent has ended or is gone, and it means
 * nothing there. A store that went back in time may not know of any attempt; what runs may act all the same.
 */
export async function extendLastEnd(client: RawTx, intentId: string, byMs: number): Promise<boolean> {
  const count = await client.$executeRawUnsafe(
    `update intents
     set last_ended_at = greatest(last_ended_at, clock_timestamp() + make_interval(secs => $2::double precision / 1000))
     where id = $1 and ended_at is null`,
    intentId,
    byMs,
  );
  return count > 0;
}
