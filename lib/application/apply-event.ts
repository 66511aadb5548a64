/** The one path by which a single intent changes: load, decide, persist. */
import type { Actor } from "@/lib/domain/actor";
import type { IntentEvent } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { transition } from "@/lib/domain/transition/transition";
import { recordEvents } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/database";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import { lockIntents, saveIntents, type TermsOf } from "@/lib/store/intents";
import { NotFoundError, RefusedError } from "./errors";
import { eventOf } from "./intent-audit";

export type ApplyDeps = { newId: (prefix: IdPrefix) => string; termsOf: TermsOf };
export type Applied = { intentId: string; actor: Actor; event: IntentEvent };

/** State, audit event and version move together or not at all (L9). */
export async function applyEvent(tx: Tx, deps: ApplyDeps, { intentId, actor, event }: Applied): Promise<IntentRow> {
  const [from] = await lockIntents(tx, [intentId], deps.termsOf);
  if (from === undefined) throw new NotFoundError("not_found", "There is no such intent.");
  const decided = transition(from.intent, event);
  if (!decided.ok) throw new RefusedError(decided.refusal, intentId);
  await saveIntents(tx, [{ from, to: decided.next }]);
  await recordEvents(tx, deps.newId, event.at, [eventOf(event.type, actor, from, decided.next, {}, decided.notes)]);
  return { ...from.row, ...toColumns(decided.next, from.row.dueAt), version: from.row.version + 1 };
}
