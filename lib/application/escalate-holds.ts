/**
 * Before a hold fails closed, people are told, once: the note on the hold, the audit event and the outgoing message are
 * one transaction. A hold that is paused has time; it is told of when its clock runs again.
 */
import { escalationMarginMs } from "@/lib/domain/escalation";
import type { IdPrefix } from "@/lib/domain/id";
import type { Hold } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import type { Database, Tx } from "@/lib/store/database";
import { nearingHolds } from "@/lib/store/holds";
import { databaseNow, lockIfFree, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { insertNotifications, type NewNotification } from "@/lib/store/notifications";
import { saveIntents } from "@/lib/store/save-intents";
import { eventOf } from "./intent-audit";
import { readHoldClock } from "./read-hold-clock";

const TURN_MAX = 200;
const ESCALATED = "intent.escalated";

export type EscalateDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  publicUrl: string;
  /** Somebody is to be told outside; else the message is only on record. */
  sends: boolean;
  onError: (error: unknown, intentId: string) => void;
};

export async function escalateHolds(deps: EscalateDeps): Promise<number> {
  let toldCount = 0;
  for (const intentId of await nearingHolds(deps.db.client, TURN_MAX)) {
    try {
      if (await deps.db.transaction((tx) => escalate(tx, deps, intentId))) toldCount += 1;
    } catch (error) {
      deps.onError(error, intentId);
    }
  }
  return toldCount;
}

async function escalate(tx: Tx, deps: EscalateDeps, intentId: string): Promise<boolean> {
  const stored = await lockIfFree(tx, intentId, deps.termsOf);
  if (stored?.intent.state.kind !== "held") return false;
  const at = await databaseNow(tx);
  const { from, isPaused } = await readHoldClock(tx, stored, at);
  if (isPaused) return false;
  const marginMs = escalationMarginMs(stored.intent.state.hold);
  const decided = transition(from.intent, { type: "escalate", at, marginMs });
  // Somebody decided, or told people, between our look and our lock: nothing is left to do.
  if (!decided.ok || decided.next.state.kind !== "held") return false;
  const { hold } = decided.next.state;
  await saveIntents(tx, [{ from, to: decided.next }]);
  const actor = { kind: "system", id: "sweeper" } as const;
  const expiresAt = new Date(hold.expiresAt).toISOString();
  const event = { ...eventOf("escalate", actor, from, decided.next, { expiresAt }), type: ESCALATED };
  await recordEvents(tx, deps.newId, at, [event]);
  await insertNotifications(tx, [toNotification(deps, from, hold, at)]);
  return true;
}

/** Ids and our own words: never args, and nothing that a model wrote. */
function toNotification(deps: EscalateDeps, { row }: StoredIntent, hold: Hold, at: number): NewNotification {
  const { id: intentId, namespace, tool, agentId, argsDigest } = row;
  const { reasons, role, approvalsNeeded, approvals } = hold;
  const approvalsGiven = approvals.filter((approval) => approval.argsDigest === argsDigest).length;
  const expiresAt = new Date(hold.expiresAt).toISOString();
  const text = `An intent for ${tool} waits for a decision and expires at ${expiresAt}.`;
  const waiting = { reasons, role, approvalsNeeded, approvalsGiven, expiresAt };
  const url = `${deps.publicUrl}/intents/${intentId}`;
  return {
    id: deps.newId("ntf"),
    kind: ESCALATED,
    intentId,
    payload: {
      type: ESCALATED,
      timestamp: new Date(at).toISOString(),
      data: { text, intentId, namespace, tool, agentId, ...waiting, url },
    },
    createdAt: new Date(at),
    dueAt: deps.sends ? new Date(at) : null,
  };
}
