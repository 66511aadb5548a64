/** What an operator orders to run is a submission like any other, theirs, so that what ran can always be shown. */
import type { RecordedEvent } from "@/lib/domain/actor";
import { materialDifferences } from "@/lib/domain/gate/differences";
import type { JsonObject } from "@/lib/domain/json";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { IntentRow } from "@/lib/store/intent-row";
import type { StoredOperator } from "@/lib/store/operators";
import type { Chosen } from "./chosen-args";
import { type Asked, type Fate, submissionEvent } from "./submission-event";

type Ordered = { chosen: Chosen; operator: StoredOperator };
type AskedAbout = Pick<IntentRow, "id" | "namespace">;

/** Other args than any agent submitted, marked as edited. */
export function editedSubmission(submissionId: string, ordered: Ordered, row: IntentRow): RecordedEvent {
  const { prepared } = ordered.chosen;
  const before = normaliseArgs(prepared.contract.fields, row.args);
  const disposition = prepared.fingerprint === row.fingerprint ? "coalesced" : "drifted";
  const differences = materialDifferences(
    { args: row.args, material: before.ok ? before.material : {} },
    { args: prepared.args, material: prepared.material },
  );
  const asked = { ...orderedBy(ordered, row, prepared.args), edited: true } as const;
  return submissionEvent(asked, { ...NOTHING, submissionId, disposition, differences });
}

/** What an agent submitted, once more, on purpose. */
export function bypassSubmission(submissionId: string, ordered: Ordered, row: AskedAbout): RecordedEvent {
  const asked = orderedBy(ordered, row, ordered.chosen.submission.args);
  return submissionEvent(asked, { ...NOTHING, submissionId, disposition: "created" });
}

const NOTHING = { refusal: null, differences: [], resembles: [], observed: null } satisfies Partial<Fate>;

function orderedBy({ chosen, operator }: Ordered, { id, namespace }: AskedAbout, args: JsonObject): Asked {
  const { submission, prepared } = chosen;
  const { run, step, session, callerKey } = submission;
  const by = { kind: "operator", id: operator.id } as const;
  return { by, namespace, intentId: id, prepared, args, told: { run, step, session, callerKey } };
}
