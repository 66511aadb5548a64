import type { Actor, AuditEvent } from "@/lib/domain/actor";
import type { ReconciliationRow } from "@/lib/store/reconciliations";

type Run = Pick<ReconciliationRow, "id" | "tool" | "source" | "windowFrom" | "windowTo">;

export function runEvent(
  type: "started" | "finished" | "failed" | "stopped",
  actor: Actor,
  { id, tool, source, windowFrom, windowTo }: Run,
  more: Record<string, unknown> = {},
): AuditEvent {
  const window = { from: windowFrom?.toISOString() ?? null, to: windowTo?.toISOString() ?? null };
  const data = { reconciliationId: id, source, window, ...more };
  return { type: `reconciliation.${type}`, actor, namespace: null, intentId: null, subject: tool, data };
}
