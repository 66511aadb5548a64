/** How much one replay takes on: what it folds stays in memory until its end, in the process that answers agents. */
export type ReplayBounds = { submissionsMax: number; beforeMax: number };

const SUBMISSIONS_MAX = 200_000;
const BEFORE_MAX = 100_000;
/** Of one submission in both worlds, measured; with limits and rounded up. */
const BYTES_EACH = 4_500;
/** So much of the heap for one replay, of which two may run. */
const HEAP_SHARE = 0.35;

export function replayBounds(heapBytesMax: number): ReplayBounds {
  const room = (heapBytesMax * HEAP_SHARE) / BYTES_EACH / (SUBMISSIONS_MAX + BEFORE_MAX);
  const share = Math.min(1, room);
  return { submissionsMax: Math.floor(SUBMISSIONS_MAX * share), beforeMax: Math.floor(BEFORE_MAX * share) };
}
