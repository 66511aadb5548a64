/** A contract version that this release cannot read is told to operators once, by the process that meets it first. */
import type { AuditEvent } from "@/lib/domain/actor";
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import type { Database, Tx } from "@/lib/store/database";
import { type KeyedFinding, raiseFindings } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { UnreadableContractError } from "./errors";
import { EVERY_NAMESPACE } from "./reconcile/raise";

type ReportDeps = { db: Database; newId: (prefix: IdPrefix) => string; onError: (error: unknown) => void };

const KIND = "contract_unreadable";
const REASON_LENGTH_MAX = 300;

export function makeUnreadableReport(deps: ReportDeps): (error: UnreadableContractError) => void {
  const told = new Set<string>();
  return (error) => {
    const id = `${error.tool}@${error.version}`;
    if (told.has(id)) return;
    told.add(id);
    deps.onError(error);
    const raising = deps.db.transaction((tx) => raise(tx, deps, error));
    raising.catch((fault: unknown) => {
      told.delete(id);
      deps.onError(fault);
    });
  };
}

async function raise(tx: Tx, { newId }: ReportDeps, error: UnreadableContractError): Promise<void> {
  const at = await databaseNow(tx);
  const raised = await raiseFindings(tx, [toFinding(newId, error, at)]);
  await recordEvents(tx, newId, at, raised.map(toEvent));
}

function toFinding(newId: (prefix: IdPrefix) => string, error: UnreadableContractError, at: number): KeyedFinding {
  const { tool, version, cause } = error;
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, REASON_LENGTH_MAX);
  return {
    id: newId("fnd"),
    kind: KIND,
    key: `${KIND}:${digestJson([tool, version])}`,
    namespace: EVERY_NAMESPACE,
    tool,
    intentId: null,
    submissionId: null,
    data: { version, reason },
    createdAt: new Date(at),
    reconciliationId: null,
    seenAt: new Date(at),
  };
}

function toEvent({ id, kind, namespace, tool, data }: KeyedFinding): AuditEvent {
  const told = { findingId: id, kind, digest: digestJson(data as JsonValue) };
  return {
    type: "finding.raised",
    actor: { kind: "system", id: "contracts" },
    namespace,
    intentId: null,
    subject: tool,
    data: told,
  };
}
