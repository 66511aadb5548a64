/** Claims that a witness saw and the restored store lacks: their keys are remembered, so that they are not run again. */
import { findAttempts } from "@/lib/store/attempts";
import type { Database } from "@/lib/store/database";
import { insertLostClaims, type LostClaim } from "@/lib/store/suspect-keys";

/**
 * `pages`: newest first. The first page of which the store knows every claim ends it: what is older was in the copy.
 * Returns how many were lost.
 */
export async function handOver(db: Database, epoch: number, pages: AsyncIterable<LostClaim[]>): Promise<number> {
  let lostCount = 0;
  for await (const page of pages) {
    const known = await findAttempts(
      db.client,
      page.map(({ attemptId }) => attemptId),
    );
    const lost = page.filter(({ attemptId }) => !known.has(attemptId));
    if (lost.length === 0) break;
    await db.transaction((tx) => insertLostClaims(tx, epoch, lost));
    lostCount += lost.length;
  }
  return lostCount;
}
