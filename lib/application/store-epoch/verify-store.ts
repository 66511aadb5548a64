/** Looks whether the store is still the one that the witnesses know (decision 032). */
import { type RestoredWhy, type SeenClaim, whyRestored } from "@/lib/domain/store-epoch";
import { findAttempts } from "@/lib/store/attempts";
import type { Database } from "@/lib/store/database";
import { adoptServer, readServerIdentity, readStoreState, type StoreState } from "@/lib/store/store-state";

export type VerifiedStore = { state: StoreState; why: RestoredWhy | null };

/** `seenIn`: what witnesses know of the store of this id. */
export async function verifyStore(
  db: Database,
  seenIn: (storeId: string) => Promise<SeenClaim[]>,
): Promise<VerifiedStore & { seen: SeenClaim[] }> {
  const server = await readServerIdentity(db);
  if ((await readStoreState(db.client)).server === null) await adoptServer(db, server);
  const state = await readStoreState(db.client);
  const seen = await seenIn(state.storeId);
  const present = await findAttempts(
    db.client,
    seen.map(({ attemptId }) => attemptId),
  );
  return { state, seen, why: whyRestored(state, server, seen, new Set(present.keys())) };
}
