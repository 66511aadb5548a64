/** A bypass is somebody's submission too, an operator's, so that what ran can always be shown. */
import type { IntentRow } from "@/lib/store/intent-row";
import type { StoredOperator } from "@/lib/store/operators";
import type { Chosen } from "../chosen-args";
import type { SubmissionValues } from "../intake/rows";

type Asked = { chosen: Chosen; operator: StoredOperator; at: number };

export function bypassSubmission(
  id: string,
  { chosen: { submission, prepared }, operator, at }: Asked,
  row: Pick<IntentRow, "id" | "namespace">,
): SubmissionValues {
  const { run, step, session, callerKey } = submission;
  return {
    id,
    intentId: row.id,
    namespace: row.namespace,
    agentId: null,
    operatorId: operator.id,
    disposition: "created",
    refusal: null,
    contractVersion: prepared.contract.version,
    args: submission.args,
    executableArgs: prepared.args,
    argsDigest: prepared.argsDigest,
    fingerprint: prepared.fingerprint,
    differences: [],
    resembles: [],
    observed: null,
    edited: false,
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
