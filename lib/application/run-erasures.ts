/** Erases what was asked to be erased, in small batches; what is open is looked at again until it has ended. */
import type { IdPrefix } from "@/lib/domain/id";
import { recordEvents } from "@/lib/store/audit";
import type { Database, Tx } from "@/lib/store/database";
import { eraseIntents, eraseSubmissions } from "@/lib/store/erase-args";
import { endErasures, lockDueItems, postponeItems, removeItems } from "@/lib/store/erasures";
import { databaseNow } from "@/lib/store/intents";
import { erasedEvent } from "./erased-event";

const BATCH_MAX = 200;
const LOOK_AGAIN_MS = 60_000;
const ACTOR = { kind: "system", id: "erasure" } as const;

export type RunErasuresDeps = { db: Database; newId: (prefix: IdPrefix) => string };

/** Returns how many items were looked at; 0: nothing is due. */
export async function runErasures(deps: RunErasuresDeps): Promise<number> {
  return deps.db.transaction((tx) => runBatch(tx, deps));
}

async function runBatch(tx: Tx, deps: RunErasuresDeps): Promise<number> {
  const items = await lockDueItems(tx, BATCH_MAX);
  const nowMs = await databaseNow(tx);
  const at = new Date(nowMs);
  const whole = items.filter(({ submissionId }) => submissionId === "");
  const strays = items.filter(({ submissionId }) => submissionId !== "");
  const erased = await eraseIntents(tx, [...new Set(whole.map(({ intentId }) => intentId))], at);
  await eraseSubmissions(
    tx,
    strays.map(({ submissionId }) => submissionId),
    at,
  );
  const gone = new Map(erased.map((intent) => [intent.id, intent]));
  const open = whole.filter(({ intentId }) => !gone.has(intentId));
  if (open.length > 0) await postponeItems(tx, open, LOOK_AGAIN_MS);
  const done = [...whole.filter(({ intentId }) => gone.has(intentId)), ...strays];
  if (done.length > 0) await removeItems(tx, done);
  const events = whole.flatMap(({ intentId, erasureId }) => {
    const intent = gone.get(intentId);
    return intent === undefined ? [] : [erasedEvent(ACTOR, intent, { why: "erasure", erasureId })];
  });
  const ended = (await endErasures(tx, at)).map(({ id, erasedCount }) => ({
    type: "erasure.finished",
    actor: ACTOR,
    namespace: null,
    intentId: null,
    subject: id,
    data: { erased: erasedCount },
  }));
  await recordEvents(tx, deps.newId, nowMs, [...events, ...ended]);
  return items.length;
}
