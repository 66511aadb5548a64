/**
 * The next generation that a bypass opens: in the predecessor's chain, whatever derivation that came from, decided by
 * the people who ordered it, as if it had been held for exactly them.
 */
import type { RecordedEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import { type Approval, type Hold, type Intent, NO_ATTEMPTS } from "@/lib/domain/intent";
import { deriveKey } from "@/lib/domain/key";
import { transition } from "@/lib/domain/transition/transition";
import { type BypassOrderRow, inheritCallerKeys } from "@/lib/store/bypass-orders";
import { INTENTS, insertRows } from "@/lib/store/columns";
import { keepDerivationsOpen } from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import { openedDueWrite } from "@/lib/store/due-writes";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { noteReached } from "@/lib/store/reached-states";
import { insertReservations } from "@/lib/store/reservations";
import { saveIntents } from "@/lib/store/save-intents";
import { writeTogether } from "@/lib/store/write-together";
import type { Chosen } from "../chosen-args";
import { RefusedError } from "../errors";
import { bypassSubmission } from "../operator-submission";
import { findOverLimit } from "../over-limit";
import type { MadeDecision } from "../submission-event";

export type Opening = {
  stored: StoredIntent;
  /** The predecessor as it is left: it names its successor. */
  left: Intent;
  chosen: Chosen;
  order: BypassOrderRow;
  /** Who spoke last. */
  operator: StoredOperator;
  at: number;
};
type Deps = { newId: (prefix: IdPrefix) => string };

export async function openSuccessor(tx: Tx, deps: Deps, opening: Opening): Promise<IntentRow> {
  const { stored, left, chosen, order, at } = opening;
  const { charges } = chosen.prepared;
  const overLimit = await findOverLimit(tx, charges, stored.row.id, at);
  const submissionId = deps.newId("sub");
  const approvals = order.people.map(
    ({ operatorId, at }): Approval => ({
      operatorId,
      decisionId: deps.newId("dec"),
      argsDigest: chosen.prepared.argsDigest,
      at,
    }),
  );
  const row = toSuccessor(opening, decide(opening, submissionId, approvals, overLimit));
  // The predecessor leaves the live index before its successor arrives.
  await saveIntents(tx, [{ from: stored, to: left }]);
  await insertRows(tx, "intents", INTENTS, [row]);
  noteReached(tx, row.state);
  await writeTogether(tx, [openedDueWrite([row])]);
  await inheritCallerKeys(tx, stored.row.id, row.id);
  // Intake must find what is open under it, even where its last window was over.
  await keepDerivationsOpen(tx, [{ tool: row.tool, digest: row.derivation }]);
  if (row.state === "cleared") {
    const taken = charges.map(({ bucket, amount }) => ({ intentId: row.id, bucket, amount, atMs: at }));
    await insertReservations(tx, taken);
  }
  const submission = bypassSubmission(submissionId, opening, row);
  await recordEvents(tx, deps.newId, at, [submission, ...toEvents(opening, row, approvals)]);
  return row;
}

/** The last person's word is an approval like any other: a limit that asks for a person holds it (decision 011). */
function decide(
  { left, chosen, order, operator, at }: Opening,
  submissionId: string,
  approvals: Approval[],
  overLimit: string | null,
): Intent {
  const { fingerprint, argsDigest, contract } = chosen.prepared;
  const hold: Hold = {
    reasons: ["approval"],
    rule: "bypass",
    approvalsNeeded: order.peopleNeeded,
    role: order.role,
    approvals: approvals.slice(0, -1),
    since: at,
    expiresAt: at + (order.expiresAt.getTime() - order.createdAt.getTime()),
    escalatedAt: null,
  };
  const held: Intent = {
    id: left.successorId ?? "",
    contractVersion: contract.version,
    terms: contract.terms,
    submissionId,
    fingerprint,
    argsDigest,
    fence: 0,
    attempts: NO_ATTEMPTS,
    successorId: null,
    state: { kind: "held", hold },
  };
  const decisionId = approvals.at(-1)?.decisionId ?? "";
  const person = { operatorId: operator.id, role: operator.role, decisionId, argsDigest };
  const limited = overLimit === null ? {} : { overLimit };
  const decided = transition(held, { type: "approve", at, ...person, ...limited });
  if (!decided.ok) throw new RefusedError(decided.refusal, left.id);
  return decided.next;
}

function toSuccessor({ stored, chosen, at }: Opening, intent: Intent): IntentRow {
  const { row } = stored;
  const { namespace, tool, context, identity, stem, identityDigest, derivation, occurrence, family } = row;
  const generation = row.generation + 1;
  return {
    id: intent.id,
    namespace,
    tool,
    effect: chosen.prepared.contract.definition.effect,
    stem,
    key: deriveKey({ namespace, tool, context, identity }, generation),
    generation,
    context,
    identity,
    identityDigest,
    agentId: row.agentId,
    run: row.run,
    step: row.step,
    session: row.session,
    callerKey: row.callerKey,
    derivation,
    occurrence,
    family,
    predecessorId: row.id,
    createdAt: new Date(at),
    args: chosen.prepared.args,
    submissionCount: 1,
    version: 1,
    ...toColumns(intent, null),
  };
}

/** One for each person, each naming all of them. */
function toDecisions({ order }: Opening, row: IntentRow, approvals: Approval[]): MadeDecision[] {
  const people = order.people.map(({ operatorId }) => operatorId);
  return order.people.map(({ operatorId, reason }, index) => ({
    id: approvals[index]?.decisionId ?? "",
    verdict: "approve",
    decidedBy: "operator",
    operatorId,
    rule: null,
    inputs: { bypass: { orderId: order.id, of: row.predecessorId, people } },
    submissionId: row.submissionId,
    reason,
  }));
}

function toEvents(opening: Opening, row: IntentRow, approvals: Approval[]): RecordedEvent[] {
  const { stored, order, operator } = opening;
  const actor = { kind: "operator", id: operator.id } as const;
  const about = { actor, namespace: row.namespace, subject: row.tool };
  const people = order.people.map(({ operatorId }) => operatorId);
  const { state, generation, argsDigest } = row;
  return [
    {
      ...about,
      type: "intent.superseded",
      intentId: stored.row.id,
      data: { successorId: row.id, why: "bypass", orderId: order.id, people },
    },
    {
      ...about,
      type: "intent.opened",
      intentId: row.id,
      data: {
        to: state,
        rule: "bypass",
        argsDigest,
        decisionIds: approvals.map(({ decisionId }) => decisionId),
        generation,
        predecessorId: stored.row.id,
        orderId: order.id,
        people,
      },
      detail: { decisions: toDecisions(opening, row, approvals) },
    },
  ];
}
