/**
 * Makes `due` say what the intents say, wherever it does not: an intent that nothing finds would wait for ever. A turn
 * looks at a bounded part of each; where it is, the worker keeps in memory.
 */
import type { Database } from "@/lib/store/database";
import { DRIFT_LOOKS, type DriftLook, findDrift, type Mended, mendDue } from "@/lib/store/due-drift";

const LOOKED_AT_MAX = 4_000;
/** In one transaction; the rest waits for the next turn. */
const MENDED_MAX = 500;

export type MendDeps = { db: Database; onMended: (mended: Mended[]) => void; lookedAtMax?: number };

export function makeMendDue({ db, onMended, lookedAtMax = LOOKED_AT_MAX }: MendDeps): () => Promise<number> {
  const places = new Map<DriftLook, string | null>();
  return async () => {
    const found = new Set<string>();
    for (const look of DRIFT_LOOKS) {
      const { ids, lastId } = await findDrift(db.client, look, places.get(look) ?? null, lookedAtMax);
      for (const id of ids) found.add(id);
      places.set(look, lastId);
    }
    if (found.size === 0) return 0;
    const mended = await db.transaction((tx) => mendDue(tx, [...found].sort().slice(0, MENDED_MAX)));
    if (mended.length > 0) onMended(mended);
    return mended.length;
  };
}
