/** An operator's edit is a submission like any other, marked as edited, so that what ran can always be shown. */
import { materialDifferences } from "@/lib/domain/gate/differences";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { IntentRow } from "@/lib/store/intent-row";
import type { StoredOperator } from "@/lib/store/operators";
import type { Chosen } from "./chosen-args";
import type { SubmissionValues } from "./intake/rows";

export function operatorSubmission(
  id: string,
  operator: StoredOperator,
  row: IntentRow,
  { prepared, submission }: Chosen,
  at: number,
): SubmissionValues {
  const before = normaliseArgs(prepared.contract.fields, row.args);
  const differences = materialDifferences(
    { args: row.args, material: before.ok ? before.material : {} },
    { args: prepared.args, material: prepared.material },
  );
  const { run, step, session, callerKey } = submission;
  return {
    id,
    intentId: row.id,
    namespace: row.namespace,
    agentId: null,
    operatorId: operator.id,
    disposition: prepared.fingerprint === row.fingerprint ? "coalesced" : "drifted",
    refusal: null,
    contractVersion: prepared.contract.version,
    args: prepared.args,
    executableArgs: prepared.args,
    argsDigest: prepared.argsDigest,
    fingerprint: prepared.fingerprint,
    differences,
    resembles: [],
    observed: null,
    edited: true,
    run,
    step,
    session,
    callerKey,
    reason: null,
    metadata: null,
    callbackUrl: null,
    receivedAt: new Date(at),
  };
}
