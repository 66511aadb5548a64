/** The one path by which a single intent changes: load, decide, persist. */
import type { Actor } from "@/lib/domain/actor";
import { withJumps } from "@/lib/domain/clock-jumps";
import type { IntentEvent } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";
import { transition } from "@/lib/domain/transition/transition";
import type { Tx } from "@/lib/store/database";
import { ConcurrentChangeError } from "@/lib/store/errors";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import { databaseNow, lockIfFree, lockIntents, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { saveIntents } from "@/lib/store/save-intents";
import type { JumpsAt } from "./clock-watch";
import { NotFoundError, RefusedError } from "./errors";
import { eventOf } from "./intent-audit";
import { readHoldClock } from "./read-hold-clock";

export type ApplyDeps = {
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  /** How the store's clock jumped; absent: it never did. */
  jumpsAt?: JumpsAt;
};
export type Applied = {
  /** Of the row in the journal, where a decision is read from it. */
  id?: string;
  intentId: string;
  actor: Actor;
  /**
   * Made from the time at which the row is ours: nothing that happened to it before is later. One that is given as it is
   * was made for the version `expected`.
   */
  event: ((at: number, row: IntentRow) => IntentEvent) | IntentEvent;
  /** The args that run from now on, where the event takes another submission's. */
  args?: JsonObject | undefined;
  /** The sweeper comes by again: a row that another transaction holds is `LockedIntentError`, and not waited for. */
  passesBy?: true;
  /** The version that the event was made for; another one by now: the caller reads again and decides anew. */
  expected?: number;
  /** What the event says beyond the change itself: ids, digests and codes, never anybody's words. */
  data?: Record<string, unknown>;
  /** Those words, kept beside it. */
  detail?: Record<string, unknown>;
};

export class LockedIntentError extends Error {
  override name = "LockedIntentError";
}

async function lock(tx: Tx, { termsOf }: ApplyDeps, { intentId, passesBy }: Applied): Promise<StoredIntent> {
  const stored = passesBy ? await lockIfFree(tx, intentId, termsOf) : (await lockIntents(tx, [intentId], termsOf))[0];
  if (stored == null && passesBy) throw new LockedIntentError(intentId);
  if (stored == null) throw new NotFoundError("not_found", "There is no such intent.");
  return stored;
}

/** State, audit event and version move together or not at all (L9). */
export async function applyEvent(tx: Tx, deps: ApplyDeps, applied: Applied): Promise<IntentRow> {
  const { id, intentId, actor, args, expected, data = {}, detail = {} } = applied;
  const stored = await lock(tx, deps, applied);
  if (expected !== undefined && stored.row.version !== expected) throw new ConcurrentChangeError("An intent");
  const event = typeof applied.event === "function" ? applied.event(await databaseNow(tx), stored.row) : applied.event;
  const { from } = await readHoldClock(tx, stored, event.at);
  const decided = transition(withJumps(from.intent, (await deps.jumpsAt?.(tx, event.at)) ?? []), event);
  if (!decided.ok) throw new RefusedError(decided.refusal, intentId);
  await saveIntents(tx, [{ from, to: decided.next, ...(args === undefined ? {} : { args }) }]);
  const recorded = eventOf(event.type, actor, from, decided.next, data, decided.notes);
  await recordEvents(tx, deps.newId, event.at, [{ ...recorded, ...(id === undefined ? {} : { id }), detail }]);
  const changed = toColumns(decided.next, from.row.dueAt);
  return { ...from.row, ...changed, ...(args === undefined ? {} : { args }), version: from.row.version + 1 };
}
