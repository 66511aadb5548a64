/**
 * A worker takes what is due: `cleared` → `executing` with a lease and a fence, the attempt on record, in one
 * transaction that is committed before anything is sent (L4). No row, no work.
 */
import type { IdPrefix } from "@/lib/domain/id";
import type { Intent, StateOf } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { transition } from "@/lib/domain/transition/transition";
import { insertAttempts } from "@/lib/store/attempts";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { databaseNow, lockDue, type StoredIntent, saveIntents, type TermsOf } from "@/lib/store/intents";
import { eventOf } from "./intent-audit";

export type ClaimedAttempt = {
  attemptId: string;
  intentId: string;
  fence: number;
  namespace: string;
  tool: string;
  contractVersion: number;
  key: string;
  args: JsonObject;
  argsDigest: string;
  timeoutMs: number;
};

export type ClaimDeps = { db: Database; newId: (prefix: IdPrefix) => string; termsOf: TermsOf; workerId: string };

/** `ids: null` takes whatever is due. */
export async function claimIntents(deps: ClaimDeps, ids: string[] | null, limit: number): Promise<ClaimedAttempt[]> {
  return deps.db.transaction(async (tx) => {
    const due = await lockDue(tx, ids, limit, deps.termsOf);
    if (due.length === 0) return [];
    const at = await databaseNow(tx);
    const moved = due.flatMap((from) => {
      const attemptId = deps.newId("att");
      const decided = transition(from.intent, { type: "claim", at, attemptId });
      return decided.ok ? [{ from, to: decided.next }] : [];
    });
    const claimed = moved.flatMap(({ from, to }) =>
      to.state.kind === "executing" ? [{ from, to, state: to.state }] : [],
    );
    await saveIntents(tx, moved);
    await insertAttempts(
      tx,
      claimed.map(({ from, to, state }) => attemptRow(deps.workerId, from, to, state)),
    );
    const actor = { kind: "worker", id: deps.workerId } as const;
    const events = moved.map(({ from, to }) => eventOf("claim", actor, from, to, { fence: to.fence }));
    await recordEvents(tx, deps.newId, at, events);
    return claimed.map(({ from, to, state }) => toClaimed(from, to, state));
  });
}

function attemptRow(worker: string, from: StoredIntent, to: Intent, state: StateOf<"executing">) {
  return {
    id: state.attemptId,
    intentId: from.row.id,
    fence: to.fence,
    worker,
    argsDigest: to.argsDigest,
    startedAt: new Date(state.startedAt),
    leaseUntil: new Date(state.leaseUntil),
  };
}

function toClaimed(from: StoredIntent, to: Intent, state: StateOf<"executing">): ClaimedAttempt {
  const { row } = from;
  return {
    attemptId: state.attemptId,
    intentId: row.id,
    fence: to.fence,
    namespace: row.namespace,
    tool: row.tool,
    contractVersion: row.contractVersion,
    key: row.key,
    args: row.args,
    argsDigest: to.argsDigest,
    timeoutMs: to.terms.timeoutMs,
  };
}
