/**
 * What deciding on other args than those that would run would be about, and whom it would take: read as the decision
 * reads them (`chosen-args`), so that a screen can ask in proportion before anybody decides. Writes nothing.
 */
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { Role } from "@/lib/domain/intent";
import type { Database } from "@/lib/store/database";
import { databaseNow, findIntentRow } from "@/lib/store/intents";
import { bypassRuleFor } from "./bypass/people-needed";
import { type Choice, loadChosen } from "./chosen-args";
import { NotFoundError } from "./errors";
import type { VersionOf } from "./intake/pending";

type People = { peopleNeeded: number; role: Role };
export type ExplainedChoice = { prepared: Prepared; refusal: string | null; approve: People; bypass: People };

type ExplainChoiceDeps = { db: Database; versionOf: VersionOf };

export function explainChoice(deps: ExplainChoiceDeps, intentId: string, choice: Choice): Promise<ExplainedChoice> {
  return deps.db.transaction(async (tx) => {
    const row = await findIntentRow(tx, intentId);
    if (row === null) throw new NotFoundError("not_found", "There is no such intent.");
    const { prepared } = await loadChosen(tx, deps.versionOf, row, choice);
    const policy = prepared.policy(row.submissionCount, await databaseNow(tx));
    const asked = policy.then === "hold" ? policy : null;
    const approve = { peopleNeeded: asked?.approvalsNeeded ?? 1, role: asked?.role ?? ("approver" as const) };
    const bypass = await bypassRuleFor(tx, deps.versionOf, prepared.contract, approve);
    return { prepared, refusal: policy.then === "refuse" ? policy.reason : null, approve, bypass };
  });
}
