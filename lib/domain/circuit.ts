/**
 * A circuit breaker for one origin, as data: what it is after an outcome, and how many may try at a time.
 *
 *   closed --5 without an answer in a row--> resting --rest over--> one try --answer--> closed
 *                                               ^                      |
 *                                               +---- twice as long ---+ no answer
 *
 * B1  Any answer closes it: a downstream that says no is there. Only a gateway's "nobody is behind me" is no answer.
 * B2  What was under way when it opened neither opens it again nor makes the rest longer.
 */
export type Circuit = { failedCount: number; restMs: number; restUntil: number | null };
/** The status that came back; null when none did. */
export type Heard = { status: number | null };

export const CLOSED: Circuit = { failedCount: 0, restMs: 0, restUntil: null };

const FAILED_MAX = 5;
const REST_FIRST_MS = 5_000;
const REST_MAX_MS = 60_000;
/** Bad gateway, unavailable, gateway time-out. */
const NOBODY_THERE = [502, 503, 504];

export function circuitAfter(circuit: Circuit, { status }: Heard, at: number): Circuit {
  if (status !== null && !NOBODY_THERE.includes(status)) return CLOSED; // B1
  if (circuit.restUntil !== null && at < circuit.restUntil) return circuit; // B2
  const failedCount = circuit.failedCount + 1;
  if (failedCount < FAILED_MAX) return { ...circuit, failedCount };
  const restMs = circuit.restUntil === null ? REST_FIRST_MS : Math.min(circuit.restMs * 2, REST_MAX_MS);
  return { failedCount, restMs, restUntil: at + restMs };
}

/** How many may be under way at once: none while it rests, then one that tries. */
export function roomIn({ restUntil }: Circuit, at: number): number {
  if (restUntil === null) return Number.POSITIVE_INFINITY;
  return at < restUntil ? 0 : 1;
}
