/** Somebody, or the schedule, asks for a key audit; a worker takes it from there. */
import type { Actor } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { insertKeyAudit, type NewKeyAudit } from "@/lib/store/key-audits";
import { ConflictError, InvalidError } from "./errors";

export type RequestKeyAuditDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type KeyAuditRequest = { fromMs: number | null; toMs: number | null; by: Actor };

export const DEFAULT_RANGE_MS = 7 * 86_400_000;
/** Nothing is older, and what is written of earlier years not every reader understands. */
const EPOCH_MS = 0;

export async function requestKeyAudit(deps: RequestKeyAuditDeps, request: KeyAuditRequest): Promise<NewKeyAudit> {
  return deps.db.transaction(async (tx) => {
    const nowMs = await databaseNow(tx);
    const toMs = Math.min(request.toMs ?? nowMs, nowMs);
    // Not since the last one: who asks twice would see what was found the first time no more.
    const fromMs = Math.max(EPOCH_MS, request.fromMs ?? toMs - DEFAULT_RANGE_MS);
    if (fromMs >= toMs) {
      const message = "Expected an instant before `to`, and before now.";
      throw new InvalidError("invalid_request", "The range is empty.", [{ pointer: "/from", message }]);
    }
    const { by } = request;
    const row = {
      id: deps.newId("kad"),
      windowFrom: new Date(fromMs),
      windowTo: new Date(toMs),
      requestedBy: by.kind === "operator" ? by.id : null,
      createdAt: new Date(nowMs),
    };
    if (!(await insertKeyAudit(tx, row))) {
      throw new ConflictError("key_audit_open", "A key audit is waiting or running; its result will be there soon.");
    }
    const data = { from: row.windowFrom.toISOString(), to: row.windowTo.toISOString() };
    const event = { type: "key_audit.requested", actor: by, namespace: null, intentId: null, subject: row.id, data };
    await recordEvents(tx, deps.newId, nowMs, [event]);
    return row;
  });
}
