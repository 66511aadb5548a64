/** How many locks one flush of intake may take, of those that the server can hold for all transactions together. */

/**
 * Half of the table is left to rows, relations and others; the rest is for four web processes. Each has two flushes of
 * what is free and three of lanes (`waiting-lanes`), which are rare and small: 4 x (2/20 + 3/120) = 1/2.
 */
const SHARES = 20;
const LANE_SHARES = 120;
/** A submission or two; a server with less has no room for us at all. */
const LEAST = 16;

export type LockRoom = { flush: number; lane: number };

export function lockRoomOf(slots: number): LockRoom {
  const share = (shares: number) => Math.max(LEAST, Math.floor(slots / shares));
  return { flush: share(SHARES), lane: share(LANE_SHARES) };
}

/** What one submission needs: its tool, key and identity under every open derivation, family, caller's key, limits. */
export function locksPerSubmission(derivationCount: number, limitCount: number): number {
  return 1 + 2 * derivationCount + 2 + limitCount;
}
