/** No witness can be told what a worker claims, so it claims nothing: operators are told, once a worker. */
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import type { Database, Tx } from "@/lib/store/database";
import { raiseFindings } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { WHOLE_STORE } from "./open-epoch";

type ReportDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  workerId: string;
  onError: (error: unknown) => void;
};

const KIND = "witness_deaf";
const REASON_LENGTH_MAX = 300;

export function makeDeafWitnessReport(deps: ReportDeps): (error: unknown) => void {
  let isTold = false;
  return (error) => {
    if (isTold) return;
    isTold = true;
    deps.db
      .transaction((tx) => raise(tx, deps, error))
      .catch((fault: unknown) => {
        isTold = false;
        deps.onError(fault);
      });
  };
}

async function raise(tx: Tx, { newId, workerId }: ReportDeps, error: unknown): Promise<void> {
  const at = await databaseNow(tx);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
  const data = { worker: workerId, reason };
  const id = newId("fnd");
  const keyed = { key: `${KIND}:${digestJson([workerId])}`, reconciliationId: null, seenAt: new Date(at) };
  await raiseFindings(tx, [{ id, kind: KIND, ...WHOLE_STORE, data, createdAt: new Date(at), ...keyed }]);
  const actor = { kind: "worker", id: workerId } as const;
  const told = { findingId: id, kind: KIND, digest: digestJson(data as JsonValue) };
  const event = { type: "finding.raised", actor, namespace: null, intentId: null, subject: "store", data: told };
  await recordEvents(tx, newId, at, [event]);
}
