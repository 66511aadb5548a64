/** Intents by id, many readers at once: a thousand waiters that are told in one moment cost one question. */
import type { Database } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import type { IntentRow } from "@/lib/store/intent-row";
import { FIND_ROWS_SQL } from "@/lib/store/intents";
import { makeBatcher } from "./batch";

export type ReadIntent = (id: string) => Promise<IntentRow | null>;

export function makeReadIntent(db: Database): ReadIntent {
  return makeBatcher<string, IntentRow | null>({
    async run(ids) {
      const rows = await db.query<IntentRow>(FIND_ROWS_SQL, [...new Set(ids)]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    isHopeless: isUnreachable,
    inFlightMax: 2,
    companyMin: 8,
    itemsMax: 500,
    queueMax: 50_000,
  });
}
