/** Erases all of what has ended, in the caller's transaction; what was exchanged, said or searched by goes with it. */

import { eraseRows, lockEnded, type NamedIntent, removeValues } from "@/lib/store/erase-args";
import type { RawTx } from "@/lib/store/raw-transaction";
import type { VersionOf } from "./intake/pending";
import { readApart } from "./read-apart";

/** Those that were erased: the others are not to be erased yet. */
export async function eraseIntents(
  tx: RawTx,
  versionOf: VersionOf,
  intentIds: string[],
  at: Date,
): Promise<NamedIntent[]> {
  const doomed = await lockEnded(tx, intentIds);
  if (doomed.length === 0) return [];
  const ids = doomed.map(({ id }) => id);
  // Read before it is gone.
  const apart = await readApart(tx, versionOf, ids);
  await eraseRows(tx, ids, at);
  await removeValues(tx, [...doomed.map(({ id, identity }) => ({ intentId: id, identity })), ...apart]);
  return doomed;
}
