/** A bypass in memory: `application/bypass` retold, for contracts that ask one admin for it. */
import { RefusedError } from "@/lib/application/errors";
import { isErased } from "@/lib/domain/erased";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { Hold, Intent } from "@/lib/domain/intent";
import { NO_ATTEMPTS } from "@/lib/domain/intent";
import { deriveKey } from "@/lib/domain/key";
import { transition } from "@/lib/domain/transition/transition";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import type { MemoryStore } from "./memory-store";
import type { Person } from "./memory-switches";
import { overLimitIn, reserveInMemory } from "./memory-usage";

const ORDER_LASTS_MS = 24 * 3_600_000;

/** Null: it cannot be bypassed (it has not ended, it has a successor, what named it was erased, policy refuses it). */
export function bypassInMemory(store: MemoryStore, by: Person, intentId: string): IntentRow | null {
  const stored = store.load(intentId);
  const prepared = stored === null ? undefined : store.prepared.get(stored.row.submissionId);
  if (stored === null || prepared === undefined || isErased(stored.row)) return null;
  const at = store.deps.now();
  if (prepared.policy(stored.row.submissionCount, at).then === "refuse") return null;
  const successorId = store.deps.newId("int");
  const left = transition(stored.intent, { type: "supersede", at, successorId, why: "bypass" });
  if (!left.ok) return null;
  const submissionId = store.deps.newId("sub");
  const decisionId = store.deps.newId("dec");
  const intent = decide(store, by, { id: successorId, submissionId, decisionId }, prepared);
  const row = successorOf(store, stored, intent, prepared);
  store.save(stored, left.next, { type: "supersede", at, successorId, why: "bypass" });
  store.rows.set(row.id, row);
  store.prepared.set(submissionId, prepared);
  write(store, by, { stored, row, decisionId }, prepared);
  if (row.state === "cleared") reserveInMemory(store, row.id, prepared.charges);
  return row;
}

type Ids = { id: string; submissionId: string; decisionId: string };

/** The person's word is an approval like any other: a limit that asks for a person holds it. */
function decide(store: MemoryStore, by: Person, { id, submissionId, decisionId }: Ids, prepared: Prepared): Intent {
  const at = store.deps.now();
  const { fingerprint, argsDigest, contract } = prepared;
  const clock = { since: at, expiresAt: at + ORDER_LASTS_MS, escalatedAt: null };
  const asked = { reasons: ["approval" as const], rule: "bypass", approvalsNeeded: 1, role: by.role };
  const hold: Hold = { ...asked, approvals: [], ...clock };
  const { version: contractVersion, terms } = contract;
  const named = { id, contractVersion, terms, submissionId, fingerprint, argsDigest };
  const held: Intent = {
    ...named,
    fence: 0,
    attempts: NO_ATTEMPTS,
    successorId: null,
    state: { kind: "held", hold },
  };
  const overLimit = overLimitIn(store, prepared.charges);
  const limited = overLimit === undefined ? {} : { overLimit };
  const decided = transition(held, { type: "approve", at, ...by, decisionId, argsDigest, ...limited });
  if (!decided.ok) throw new RefusedError(decided.refusal, id);
  return decided.next;
}

function successorOf(store: MemoryStore, { row }: StoredIntent, intent: Intent, { args }: Prepared): IntentRow {
  const { namespace, tool, context, identity } = row;
  const generation = row.generation + 1;
  const named = store.deps.mutant === "bypass_same_key" ? row.generation : generation;
  return {
    ...row,
    id: intent.id,
    key: deriveKey({ namespace, tool, context, identity }, named),
    generation,
    predecessorId: row.id,
    createdAt: new Date(store.deps.now()),
    args,
    submissionCount: 1,
    version: 1,
    ...toColumns(intent, null),
  };
}

type Written = { stored: StoredIntent; row: IntentRow; decisionId: string };

function write(
  store: MemoryStore,
  { operatorId }: Person,
  { stored, row, decisionId }: Written,
  prepared: Prepared,
): void {
  const actor = { kind: "operator", id: operatorId } as const;
  const createdAt = new Date(store.deps.now());
  const { id: intentId, argsDigest, submissionId, tool: subject, namespace } = row;
  const before = store.submissions.find(({ id }) => id === stored.row.submissionId);
  if (before === undefined) throw new RangeError(`The submission of ${stored.row.id} is gone.`);
  const { fingerprint } = prepared;
  store.submissions.push({ ...before, id: submissionId, intentId, agentId: null, operatorId, disposition: "created" });
  const by = { decidedBy: "operator", operatorId, rule: null };
  store.decisions.push({ id: decisionId, intentId, verdict: "approve", argsDigest, createdAt, ...by });
  for (const owner of store.callerKeys.filter((one) => one.intentId === stored.row.id)) {
    store.callerKeys.push({ ...owner, intentId });
  }
  const about = { actor, namespace, subject };
  const recorded = { disposition: "created", argsDigest, fingerprint };
  store.record({ ...about, type: "submission.recorded", intentId, subject: submissionId, data: recorded });
  const left = { successorId: intentId, why: "bypass" };
  store.record({ ...about, type: "intent.superseded", intentId: stored.row.id, data: left });
  const opened = { to: row.state, rule: "bypass", argsDigest, generation: row.generation, people: [operatorId] };
  store.record({ ...about, type: "intent.opened", intentId, data: opened });
}
