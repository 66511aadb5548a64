/**
 * Whether a store is the one that it was. A witness outside of it remembers the newest claim that was seen committed;
 * the store remembers on which server it was.
 *
 * W1  Within one epoch the store must know every claim that a witness saw in it.
 * W2  A store whose epoch is lower than one that a witness saw has lost the epoch itself.
 * W3  Another system, timeline or database is another past, even if nothing seems to be missing.
 */
export type SeenClaim = { epoch: number; attemptId: string };
export type RestoredWhy = "claim_missing" | "epoch_missing" | "other_server" | "operator";

/** What a server says of itself; null where it refuses to. */
export type ServerIdentity = { systemId: string | null; timeline: string | null; database: string | null };

export function whyRestored(
  store: { epoch: number; server: ServerIdentity | null },
  server: ServerIdentity,
  seen: SeenClaim[],
  presentIds: ReadonlySet<string>,
): RestoredWhy | null {
  if (seen.some(({ epoch }) => epoch > store.epoch)) return "epoch_missing"; // W2
  if (seen.some(({ epoch, attemptId }) => epoch === store.epoch && !presentIds.has(attemptId))) return "claim_missing"; // W1
  return store.server !== null && isOther(store.server, server) ? "other_server" : null; // W3
}

/** What either of them does not tell proves nothing. */
function isOther(before: ServerIdentity, now: ServerIdentity): boolean {
  return (["systemId", "timeline", "database"] as const).some(
    (part) => before[part] !== null && now[part] !== null && before[part] !== now[part],
  );
}
