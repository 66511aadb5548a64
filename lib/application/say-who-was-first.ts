/** Two operators never overwrite each other; the one who lost the race is told who decided what, and when. */
import type { StateKind } from "@/lib/domain/intent";
import type { Database } from "@/lib/store/database";
import { type DecisionRow, findLastPersonsDecision } from "@/lib/store/decisions";
import { RefusedError } from "./errors";

const VERDICTS: Record<string, string> = { approve: "approved", deny: "denied" };

/** Not by a person's decision, whatever one of them said before. */
const BY_NOBODY = new Set<StateKind>(["refused", "expired", "withdrawn"]);

export async function sayWhoWasFirst(db: Database, error: unknown): Promise<never> {
  if (!(error instanceof RefusedError) || error.refusal.code !== "wrong_state") throw error;
  const { refusal, intentId } = error;
  const first = BY_NOBODY.has(refusal.state) ? null : await findLastPersonsDecision(db.client, intentId);
  throw first === null ? error : new RefusedError(refusal, intentId, inWords(first));
}

function inWords({ operatorName, operatorId, verdict, createdAt, reason }: DecisionRow): string {
  const who = operatorName ?? operatorId ?? "Somebody";
  const why = verdict === "deny" && reason !== null && reason !== "" ? ` The reason: ${reason}` : "";
  return `${who} ${VERDICTS[verdict] ?? "decided"} it at ${createdAt.toISOString()}.${why}`;
}
