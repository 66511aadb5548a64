/** How many locks one flush of intake may take, of those that the server can hold for all transactions together. */

/** Half of the table is left to rows, relations and others; the rest is for four web processes, two flushes each. */
const SHARES = 16;
/** A submission or two; a server with less has no room for us at all. */
const LEAST = 16;

export function locksPerFlush(slots: number): number {
  return Math.max(LEAST, Math.floor(slots / SHARES));
}

/** What one submission needs: its tool, key and identity under every open derivation, family, caller's key, limits. */
export function locksPerSubmission(derivationCount: number, limitCount: number): number {
  return 1 + 2 * derivationCount + 2 + limitCount;
}
