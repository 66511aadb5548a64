/** What comparisons leave behind: staged rows of those that are over, and uploads that nobody will finish. */

import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { failLostUploads } from "@/lib/store/reconciliations";
import { removeComparedRows } from "@/lib/store/statement-rows";
import { RECONCILIATION } from "./raise";
import { runEvent } from "./run-audit";
import type { StartDeps } from "./start-reconciliation";

/** 0: there is nothing to remove. */
export async function cleanStatements({ db, newId }: Pick<StartDeps, "db" | "newId">): Promise<number> {
  const lostCount = await db.transaction(async (tx) => {
    const lost = await failLostUploads(tx);
    const events = lost.map(({ id, tool }) => {
      const run = { id, tool, source: "statement" as const, windowFrom: null, windowTo: null };
      return runEvent("failed", RECONCILIATION, run, { failure: "upload_interrupted" });
    });
    if (events.length > 0) await recordEvents(tx, newId, await databaseNow(tx), events);
    return lost.length;
  });
  return lostCount + (await db.transaction((tx) => removeComparedRows(tx)));
}
