/**
 * Reservations that no limit can count any more are removed, a bounded number a turn.
 *
 *  P1 The longest window over every version ever published decides. A bucket belongs to one window (`limits/charges`
 *     C1), so one that is published later finds nothing that it could miss.
 *  P2 A day more is kept: who asked the time before us counts from its own instant, and a clock may be set back.
 */
import { loadWindow } from "@/lib/domain/limits/window";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { listLimitWindows, removeOldReservations } from "@/lib/store/old-reservations";

export type PruneDeps = { db: Database };

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MARGIN_MS = DAY_MS;
const CALENDAR_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;
const TURN_BATCHES_MAX = 4;

/** Returns how many rows are gone; 0: nothing is left to do. */
export async function pruneReservations({ db }: PruneDeps): Promise<number> {
  const before = await startOfReach(db);
  let goneCount = 0;
  for (let batch = 0; batch < TURN_BATCHES_MAX; batch += 1) {
    const count = await db.transaction((tx) => removeOldReservations(tx, before));
    if (count === 0) break;
    goneCount += count;
  }
  return goneCount;
}

/** The start of the hour in which the longest window may begin. A window that cannot be read removes nothing (L8). */
async function startOfReach({ client }: Database): Promise<Date> {
  const spans = (await listLimitWindows(client)).map(spanMs);
  const reachMs = (await databaseNow(client)) - Math.max(0, ...spans) - MARGIN_MS;
  return new Date(Math.floor(reachMs / HOUR_MS) * HOUR_MS);
}

/** At its longest. */
function spanMs(text: string): number {
  const window = loadWindow(text);
  return window.kind === "sliding" ? window.ms : CALENDAR_MS[window.unit];
}
