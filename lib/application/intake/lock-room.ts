/** What one flush may lock, as the server's own settings allow. Until they are known: what any server holds. */
import { locksPerFlush } from "@/lib/domain/lock-bound";
import type { Database } from "@/lib/store/database";
import { readLockSlots } from "@/lib/store/server-settings";

export function makeLockRoom(db: Database, onError: (error: unknown) => void): () => number {
  let known: number | null = null;
  let reading = false;
  async function read(): Promise<void> {
    reading = true;
    try {
      known = locksPerFlush(await readLockSlots(db.client));
    } catch (error) {
      onError(error); // the next flush asks again
    } finally {
      reading = false;
    }
  }
  return () => {
    if (known === null && !reading) void read();
    return known ?? locksPerFlush(0);
  };
}
