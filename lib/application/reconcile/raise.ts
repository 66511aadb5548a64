/** Findings of a reconciliation, and that they were raised, in the transaction that found them. */
import type { Actor, AuditEvent } from "@/lib/domain/actor";
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import type { Divergence } from "@/lib/domain/reconcile/judge";
import { type KeyedFinding, raiseFindings } from "@/lib/store/findings";
import type { RawTx } from "@/lib/store/raw-transaction";
import type { ReconciliationRow } from "@/lib/store/reconciliations";

export const RECONCILIATION: Actor = { kind: "system", id: "reconciliation" };

/** About an intent, or about none: an orphan is nobody's. */
export type Found = {
  divergence: Divergence;
  namespace: string;
  intentId: string | null;
  submissionId: string | null;
};

/** Of one kind: a source that disagrees with everything says one thing, and not a million times. */
export const FINDINGS_RAISED_MAX = 10_000;
/** For what is in no namespace, where there are several. */
export const EVERY_NAMESPACE = "*";

type Run = Pick<ReconciliationRow, "id" | "tool" | "source">;

/** How many are new; their events are the caller's to write. */
export async function raise(
  tx: Pick<RawTx, "$queryRawUnsafe">,
  newId: (prefix: IdPrefix) => string,
  run: Run,
  at: number,
  found: Found[],
): Promise<{ raisedCount: number; events: AuditEvent[] }> {
  const raised = await raiseFindings(
    tx,
    found.map((one) => toFinding(newId, run, at, one)),
  );
  return { raisedCount: raised.length, events: raised.map((finding) => toEvent(run, finding)) };
}

function toFinding(newId: (prefix: IdPrefix) => string, run: Run, at: number, found: Found): KeyedFinding {
  const { divergence, namespace, intentId, submissionId } = found;
  const { kind, identity, data } = divergence;
  return {
    id: newId("fnd"),
    kind,
    key: `${kind}:${digestJson([run.tool, identity])}`,
    namespace,
    tool: run.tool,
    intentId,
    submissionId,
    data: { ...data, source: run.source, reconciliationId: run.id },
    createdAt: new Date(at),
    reconciliationId: run.id,
    seenAt: new Date(at),
  };
}

/** What was found stays with the finding; the event has its digest. */
function toEvent(run: Run, { id, kind, namespace, intentId, tool, data }: KeyedFinding): AuditEvent {
  const told = { findingId: id, kind, reconciliationId: run.id, digest: digestJson(data as JsonValue) };
  return { type: "finding.raised", actor: RECONCILIATION, namespace, intentId, subject: tool, data: told };
}
