/** What one flush may lock, as the server's own settings allow. Until they are known: what any server holds. */
import { type LockRoom, lockRoomOf } from "@/lib/domain/lock-bound";
import type { Database } from "@/lib/store/database";
import { readLockSlots } from "@/lib/store/server-settings";

export function makeLockRoom(db: Database, onError: (error: unknown) => void): () => LockRoom {
  let known: LockRoom | null = null;
  let reading = false;
  async function read(): Promise<void> {
    reading = true;
    try {
      known = lockRoomOf(await readLockSlots(db.client));
    } catch (error) {
      onError(error); // the next flush asks again
    } finally {
      reading = false;
    }
  }
  return () => {
    if (known === null && !reading) void read();
    return known ?? lockRoomOf(0);
  };
}
