/**
 * Erases all of what has ended, in the caller's transaction; what was exchanged, said or searched by goes with it. Under
 * the lock of the projection: what is gone is not projected from an earlier look at it.
 */

import { eraseRows, lockEnded, type NamedIntent, removeValues } from "@/lib/store/erase-args";
import { lockProjection } from "@/lib/store/projection/position";
import type { RawTx } from "@/lib/store/raw-transaction";
import type { VersionOf } from "./intake/pending";
import { readApart } from "./read-apart";

/**
 * Those that were erased: the others are not to be erased yet, or something of theirs cannot be read: once it is gone,
 * nobody could find what they are searched by.
 */
export async function eraseIntents(
  tx: RawTx,
  versionOf: VersionOf,
  intentIds: string[],
  at: Date,
): Promise<NamedIntent[]> {
  await lockProjection(tx);
  const ended = await lockEnded(tx, intentIds);
  // Read before it is gone.
  const { apart, unreadable } = await readApart(
    tx,
    versionOf,
    ended.map(({ id }) => id),
  );
  const setAside = new Set(unreadable.map(({ intentId }) => intentId));
  const doomed = ended.filter(({ id }) => !setAside.has(id));
  if (doomed.length === 0) return [];
  const ids = doomed.map(({ id }) => id);
  await eraseRows(tx, ids, at);
  const gone = apart.filter(({ intentId }) => !setAside.has(intentId));
  await removeValues(tx, [...doomed.map(({ id, identity }) => ({ intentId: id, identity })), ...gone]);
  return doomed;
}
