/** An operator approves or denies what was on the screen (L10). */

import type { IntentEvent } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { DECISIONS, insertRows } from "@/lib/store/columns";
import type { Database } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import { databaseNow, type TermsOf } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import type { DecisionBody } from "@/lib/wire/intent";
import { applyEvent } from "./apply-event";
import { InvalidError } from "./errors";

export type DecideDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  wake: (intentIds: string[]) => void;
  announce: (intentIds: string[]) => void;
};
export type DecideInput = { operator: StoredOperator; intentId: string; body: DecisionBody };

export async function decideIntent(deps: DecideDeps, input: DecideInput): Promise<IntentRow> {
  const { operator, intentId, body } = input;
  requireComplete(body);
  const decisionId = deps.newId("dec");
  const row = await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    const event = toEvent(operator, body, decisionId, at);
    const applied = await applyEvent(tx, deps, { intentId, actor: { kind: "operator", id: operator.id }, event });
    await insertRows(tx, "decisions", DECISIONS, [
      {
        id: decisionId,
        intentId,
        verdict: body.verdict,
        decidedBy: "operator",
        operatorId: operator.id,
        rule: null,
        inputs: {},
        argsDigest: applied.argsDigest,
        submissionId: applied.submissionId,
        reason: body.reason ?? null,
        createdAt: new Date(at),
      },
    ]);
    return applied;
  });
  if (row.state === "cleared") deps.wake([intentId]);
  if (row.endedAt !== null) deps.announce([intentId]);
  return row;
}

function requireComplete(body: DecisionBody): void {
  if (body.verdict === "approve" && body.argsDigest === undefined) {
    const message = "To approve, name the digest of the args that were on the screen.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/argsDigest", message }]);
  }
  if (body.verdict === "deny" && (body.reason === undefined || body.reason === "")) {
    const message = "A denial needs a reason; it goes back to the agent.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/reason", message }]);
  }
}

function toEvent(operator: StoredOperator, body: DecisionBody, decisionId: string, at: number): IntentEvent {
  const by = { operatorId: operator.id, role: operator.role, decisionId, at };
  if (body.verdict === "approve") return { type: "approve", ...by, argsDigest: body.argsDigest ?? "" };
  return {
    type: "deny",
    ...by,
    reason: body.reason ?? "",
    ...(body.argsDigest === undefined ? {} : { argsDigest: body.argsDigest }),
  };
}
