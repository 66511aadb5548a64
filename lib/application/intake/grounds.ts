/** What the gate's decision rests on, as the journal keeps it beside the submission that it is about. */
import type { Admission } from "@/lib/domain/gate/admit";
import { type Grounds, withoutNulls } from "../submission-event";
import type { PendingSubmission } from "./pending";

/** What the rules were told and what each said. Which rule or grant decided is sealed with the submission. */
export function groundsOf(
  { prepared }: PendingSubmission,
  { verdict, policy, over, grantUse, observed }: Admission,
  submissionCount: number,
): Grounds {
  const { asker, context } = prepared;
  return {
    inputs: withoutNulls({
      trail: policy.trail,
      agent: { name: asker.name, labels: asker.labels },
      run: context.run,
      step: context.step,
      submissionCount,
      ...(verdict.kind === "hold" ? { reasons: verdict.hold.reasons } : {}),
      ...(over.length > 0 ? { over: over.map(({ label }) => label) } : {}),
      ...(grantUse === null ? {} : { asked: policy.rule }),
      ...(observed === null ? {} : { observed }),
    }),
    ...(verdict.kind === "refuse" ? { refusedBecause: verdict.reason } : {}),
  };
}
