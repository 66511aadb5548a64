/** What an operator orders to run is a submission like any other, theirs, so that what ran can always be shown. */
import type { AuditEvent } from "@/lib/domain/actor";
import { declaredDiffers } from "@/lib/domain/contract/declared-pointer";
import { type FieldDifference, materialDifferences } from "@/lib/domain/gate/differences";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { IntentRow } from "@/lib/store/intent-row";
import type { StoredOperator } from "@/lib/store/operators";
import type { Chosen } from "./chosen-args";
import type { SubmissionValues } from "./intake/rows";

type Ordered = { chosen: Chosen; operator: StoredOperator; at: number };
type Told = Pick<SubmissionValues, "disposition" | "args" | "differences" | "edited">;

/** Other args than anybody submitted, marked as edited. */
export function editedSubmission(id: string, ordered: Ordered, row: IntentRow): SubmissionValues {
  const { prepared } = ordered.chosen;
  const before = normaliseArgs(prepared.contract.fields, row.args);
  return operatorSubmission(id, ordered, row, {
    disposition: prepared.fingerprint === row.fingerprint ? "coalesced" : "drifted",
    args: prepared.args,
    differences: materialDifferences(
      { args: row.args, material: before.ok ? before.material : {} },
      { args: prepared.args, material: prepared.material },
    ),
    edited: true,
  });
}

/** What somebody submitted, once more, on purpose. */
export function bypassSubmission(
  id: string,
  ordered: Ordered,
  row: Pick<IntentRow, "id" | "namespace">,
): SubmissionValues {
  const { args } = ordered.chosen.submission;
  return operatorSubmission(id, ordered, row, { disposition: "created", args, differences: [], edited: false });
}

/** It is on record as an agent's is. */
export function orderedEvent(
  { operator, chosen }: Ordered,
  row: Pick<IntentRow, "id" | "namespace">,
  submission: SubmissionValues,
): AuditEvent {
  const { id, disposition, argsDigest, fingerprint, contractVersion, differences, edited } = submission;
  const pointers = (differences as FieldDifference[]).map(({ pointer }) => pointer);
  return {
    type: "submission.recorded",
    actor: { kind: "operator", id: operator.id },
    namespace: row.namespace,
    intentId: row.id,
    subject: String(id),
    data: {
      disposition,
      argsDigest,
      fingerprint,
      contractVersion,
      ...declaredDiffers(chosen.prepared.contract.definition.args, pointers),
      ...(edited === true ? { edited } : {}),
    },
  };
}

function operatorSubmission(
  id: string,
  { chosen: { submission, prepared }, operator, at }: Ordered,
  row: Pick<IntentRow, "id" | "namespace">,
  told: Told,
): SubmissionValues {
  const { run, step, session, callerKey } = submission;
  return {
    id,
    intentId: row.id,
    namespace: row.namespace,
    agentId: null,
    operatorId: operator.id,
    refusal: null,
    contractVersion: prepared.contract.version,
    executableArgs: prepared.args,
    argsDigest: prepared.argsDigest,
    fingerprint: prepared.fingerprint,
    resembles: [],
    observed: null,
    run,
    step,
    session,
    callerKey,
    reason: null,
    metadata: null,
    callbackUrl: null,
    receivedAt: new Date(at),
    ...told,
  };
}
