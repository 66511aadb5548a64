/** Erases what was asked to be erased, in small batches; what is open is looked at again until it has ended. */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database, Tx } from "@/lib/store/database";
import { eraseSubmissions, findNamed, lockIdentities, removeValues } from "@/lib/store/erase-args";
import { type DueItem, endErasures, lockDueItems, postponeItems, removeItems } from "@/lib/store/erasures";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { lockProjection } from "@/lib/store/projection/position";
import { eraseIntents } from "./erase-intents";
import { erasedEvent, strayErasedEvent } from "./erased-event";
import type { VersionOf } from "./intake/pending";
import { readApart } from "./read-apart";

const BATCH_MAX = 200;
const LOOK_AGAIN_MS = 60_000;
const ACTOR = { kind: "system", id: "erasure" } as const;

export type RunErasuresDeps = { db: Database; newId: (prefix: IdPrefix) => string; versionOf: VersionOf };

/** Returns how many items were looked at; 0: nothing is due. */
export async function runErasures(deps: RunErasuresDeps): Promise<number> {
  return deps.db.transaction((tx) => runBatch(tx, deps));
}

async function runBatch(tx: Tx, deps: RunErasuresDeps): Promise<number> {
  const items = await lockDueItems(tx, BATCH_MAX);
  await lockIdentities(tx, idsOf(items));
  const nowMs = await databaseNow(tx);
  const at = new Date(nowMs);
  const strays = await eraseStrays(tx, deps, items.filter(isStray), at);
  const whole = await eraseWhole(
    tx,
    deps,
    items.filter((item) => !isStray(item)),
    at,
  );
  const ended = (await endErasures(tx, at)).map(({ id, erasedCount }) => ({
    type: "erasure.finished",
    actor: ACTOR,
    namespace: null,
    intentId: null,
    subject: id,
    data: { erased: erasedCount },
  }));
  await recordEvents(tx, deps.newId, nowMs, [...strays, ...whole, ...ended]);
  return items.length;
}

async function eraseWhole(tx: Tx, deps: RunErasuresDeps, items: DueItem[], at: Date) {
  const erased = await eraseIntents(tx, deps.versionOf, idsOf(items), at);
  const gone = new Map(erased.map((intent) => [intent.id, intent]));
  const open = items.filter(({ intentId }) => !gone.has(intentId));
  if (open.length > 0) await postponeItems(tx, open, LOOK_AGAIN_MS);
  const done = items.filter(({ intentId }) => gone.has(intentId));
  if (done.length > 0) await removeItems(tx, done);
  return done.flatMap(({ intentId, erasureId }) => {
    const intent = gone.get(intentId);
    return intent === undefined ? [] : [erasedEvent(ACTOR, intent, { why: "erasure", erasureId })];
  });
}

/** The intents that they are kept with stay, and are found by what is left with them. */
async function eraseStrays(tx: Tx, deps: RunErasuresDeps, due: DueItem[], at: Date) {
  if (due.length === 0) return [];
  await lockProjection(tx);
  const intents = new Map((await findNamed(tx, idsOf(due))).map((intent) => [intent.id, intent]));
  const { apart, unreadable } = await readApart(tx, deps.versionOf, [...intents.keys()]);
  const setAside = new Set(unreadable.map(({ intentId }) => intentId));
  const later = due.filter(({ intentId }) => setAside.has(intentId));
  if (later.length > 0) await postponeItems(tx, later, LOOK_AGAIN_MS);
  const items = due.filter(({ intentId }) => !setAside.has(intentId));
  if (items.length === 0) return [];
  const ids = new Set(items.map(({ submissionId }) => submissionId));
  const own = [...intents.values()]
    .filter(({ id }) => !setAside.has(id))
    .map(({ id, identity }) => ({ intentId: id, identity }));
  await removeValues(
    tx,
    apart.filter(({ submissionId }) => ids.has(submissionId)),
    [...own, ...apart.filter(({ submissionId }) => !ids.has(submissionId))],
  );
  await eraseSubmissions(tx, [...ids], at);
  await removeItems(tx, items);
  return items.flatMap(({ intentId, submissionId, erasureId }) => {
    const intent = intents.get(intentId);
    const why = { why: "erasure", erasureId } as const;
    return intent === undefined ? [] : [strayErasedEvent(ACTOR, intent, submissionId, why)];
  });
}

function isStray({ submissionId }: DueItem): boolean {
  return submissionId !== "";
}

function idsOf(items: DueItem[]): string[] {
  return [...new Set(items.map(({ intentId }) => intentId))];
}
