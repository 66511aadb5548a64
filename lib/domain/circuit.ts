/**
 * A circuit breaker for one route (a tool at one origin), as data: what it is after a call, and how many may try at a
 * time. Instants are those of the caller's steady clock.
 *
 *   closed --19 of the last 20 silent,--> resting --rest over--> 2 tries --an answer--> 4 --> 8 --> 16 --> closed
 *             and none answered for 1 s      ^                      |                   |
 *                                            +-- twice as long -----+ as many silent    |
 *                                            +-- the first rest again -- in a row ------+
 *
 * B1  Only silence counts: no connection, or no answer in time. A downstream that says no, or breaks off, is there.
 * B2  What began before the rest, or before it closed, is old news when it stays silent; an answer always counts.
 * B3  Who is not there says so sooner than an answer comes: silence counts once it has lasted a second.
 * B4  A rest is never longer than the contract lets a retry wait (`retries.cap`).
 */
export type Circuit = {
  /** The newest last; only while it is closed. */
  calls: readonly { at: number; isSilent: boolean }[];
  /** Since the first silence after the last answer; only while it is closed. */
  quietSince: number | null;
  rest: Rest | null;
  /** Silence of what began by then is old news (B2). */
  countsFrom: number;
};

export type Rest = {
  restMs: number;
  until: number;
  /** How many may try at once, after `until`. */
  tryMax: number;
  /** Tries in a row that brought nothing. */
  silentCount: number;
  /** Whether a try was answered since the last rest. */
  hasAnswered: boolean;
};

/** A call that is over. */
export type Call = { startedAt: number; at: number; isSilent: boolean; retryCapMs: number };

export const CLOSED: Circuit = { calls: [], quietSince: null, rest: null, countsFrom: Number.NEGATIVE_INFINITY };

/** Fewer say nothing about a rate; more would remember how well it went before. */
const CALLS_MIN = 10;
const CALLS_MAX = 20;
const WINDOW_MS = 30_000;
/** Where one call in ten is answered, trying goes on: it is faster than any rest. */
const SILENT_RATE = 0.95;
const QUIET_MIN_MS = 1_000;
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 60_000;
const TRY_FIRST = 2;
const TRY_LAST = 16;

export function circuitAfter(circuit: Circuit, call: Call): Circuit {
  const { calls, quietSince, rest, countsFrom } = circuit;
  const { at, isSilent } = call;
  if (isSilent && call.startedAt <= countsFrom) return circuit; // B2
  if (rest !== null) return isSilent ? afterSilentTry(circuit, rest, call) : afterAnsweredTry(circuit, rest, at);
  const known = [...calls, { at, isSilent }].filter((one) => at - one.at < WINDOW_MS).slice(-CALLS_MAX);
  const closed = { ...circuit, calls: known, quietSince: isSilent ? (quietSince ?? at) : null };
  return isAway(closed, at) ? resting(call, REST_FIRST_MS) : closed;
}

/** A probe was answered. */
export function circuitAnswered({ rest }: Circuit, at: number): Circuit {
  return rest === null ? CLOSED : { ...CLOSED, countsFrom: at };
}

/** Its rest is over now, because an operator says so. */
export function circuitToTry(circuit: Circuit, at: number): Circuit {
  const { rest } = circuit;
  return rest === null ? circuit : { ...circuit, rest: { ...rest, until: Math.min(rest.until, at) } };
}

/** How many may try at once: none while it rests. */
export function roomIn({ rest }: Circuit, at: number): number {
  if (rest === null) return Number.POSITIVE_INFINITY;
  return at < rest.until ? 0 : rest.tryMax;
}

export function hasAnsweredLately({ calls, rest }: Circuit, at: number): boolean {
  return rest === null && calls.some((one) => !one.isSilent && at - one.at < WINDOW_MS);
}

function isAway({ calls, quietSince }: Circuit, at: number): boolean {
  if (quietSince === null || at - quietSince < QUIET_MIN_MS || calls.length < CALLS_MIN) return false; // B3
  return calls.filter((one) => one.isSilent).length >= calls.length * SILENT_RATE;
}

function resting({ at, retryCapMs }: Call, wantedMs: number): Circuit {
  const restMs = Math.min(wantedMs, REST_MAX_MS, retryCapMs); // B4
  const rest = { restMs, until: at + restMs, tryMax: TRY_FIRST, silentCount: 0, hasAnswered: false };
  return { ...CLOSED, rest, countsFrom: at };
}

function afterAnsweredTry(circuit: Circuit, rest: Rest, at: number): Circuit {
  const tryMax = rest.tryMax * 2;
  if (tryMax > TRY_LAST) return { ...CLOSED, countsFrom: at };
  const until = Math.min(rest.until, at);
  return { ...circuit, rest: { ...rest, until, tryMax, silentCount: 0, hasAnswered: true } };
}

/** It rests again after as many in a row as may try at once, not for one that is silent among others that are heard. */
function afterSilentTry(circuit: Circuit, rest: Rest, call: Call): Circuit {
  const silentCount = rest.silentCount + 1;
  if (silentCount < rest.tryMax) return { ...circuit, rest: { ...rest, silentCount } };
  return resting(call, rest.hasAnswered ? REST_FIRST_MS : rest.restMs * 2);
}
