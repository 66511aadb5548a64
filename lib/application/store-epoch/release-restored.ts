/**
 * After a planned failover nothing was lost, and yet all that was claimable is in doubt: an admin releases it in bulk, with
 * a reason. What may have been sent keeps its doubt: a probe or a person ends that (decision 032).
 */
import type { IdPrefix } from "@/lib/domain/id";
import { transition } from "@/lib/domain/transition/transition";
import type { Database, Tx } from "@/lib/store/database";
import { databaseNow, lockIntents, type TermsOf } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { countRestored, releasableIds } from "@/lib/store/restored-intents";
import { saveIntents } from "@/lib/store/save-intents";
import { dropUnseenSuspects } from "@/lib/store/suspect-keys";
import type { StoreReleaseBody, StoreReleasedDto } from "@/lib/wire/store";
import { eventOf } from "../intent-audit";

export type ReleaseDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  wake: (intentIds: string[]) => void;
};
export type ReleaseInput = { operator: StoredOperator; body: StoreReleaseBody };

const STEP_MAX = 200;

export async function releaseRestored(deps: ReleaseDeps, input: ReleaseInput): Promise<StoreReleasedDto> {
  const { operator, body } = input;
  const tool = body.tool ?? null;
  let releasedCount = 0;
  for (let afterId = ""; ; ) {
    const ids = await releasableIds(deps.db.client, tool, afterId, STEP_MAX);
    if (ids.length === 0) break;
    const released = await deps.db.transaction((tx) => step(tx, deps, input, ids));
    releasedCount += released.length;
    deps.wake(released);
    afterId = ids.at(-1) ?? "";
  }
  const { inDoubtCount: keptCount } = await countRestored(deps.db.client, tool);
  await deps.db.transaction(async (tx) => {
    // What waits for people, or may be opened again, is no longer suspected either; of one tool that cannot be told.
    const droppedCount = tool === null ? await dropUnseenSuspects(tx) : 0;
    const actor = { kind: "operator", id: operator.id } as const;
    const data = { releasedCount, keptCount, droppedCount, tool };
    const event = { type: "store.released", actor, namespace: null, intentId: null, subject: "store", data };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [{ ...event, detail: { reason: body.reason } }]);
  });
  return { releasedCount, keptCount };
}

async function step(tx: Tx, deps: ReleaseDeps, { operator, body }: ReleaseInput, ids: string[]): Promise<string[]> {
  const stored = await lockIntents(tx, ids, deps.termsOf);
  const at = await databaseNow(tx);
  const by = { operatorId: operator.id, role: operator.role };
  const moved = stored.flatMap((from) => {
    const decided = transition(from.intent, { type: "release", at, ...by });
    return decided.ok ? [{ from, to: decided.next }] : [];
  });
  await saveIntents(tx, moved);
  const actor = { kind: "operator", id: operator.id } as const;
  const { reason } = body;
  const events = moved.map(({ from, to }) => ({ ...eventOf("release", actor, from, to), detail: { reason } }));
  await recordEvents(tx, deps.newId, at, events);
  return moved.map(({ to }) => to.id);
}
