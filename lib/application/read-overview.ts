/**
 * Overviews, shared: whoever asks for the same while it is read, or shortly after, gets the same answer. An answer is
 * kept for longer the longer it took, so that screens which ask again and again never keep the database busy with it.
 */
import { lastPeriod, PERIOD_MAX_MS, type Period, periodBetween } from "@/lib/domain/overview/period";
import type { Database } from "@/lib/store/database";
import { type OverviewFigures, readOverview, TooMuchToReadError } from "@/lib/store/overview/read-overview";
import { makeSlots } from "./bounded-slots";
import { InvalidError } from "./errors";

export type OverviewAsked =
  | { kind: "last"; lengthMs: number }
  /** Null: a day before `toMs`; now. */
  | { kind: "between"; fromMs: number | null; toMs: number | null };
export type ReadOverview = (asked: OverviewAsked) => Promise<OverviewFigures>;

export const OVERVIEW_DEFAULT_MS = 24 * 3_600_000;
/** Ages at which a doubt is old in another way: minutes, an hour, a day, a week. */
export const DOUBT_BOUNDS_MS = [5 * 60_000, 3_600_000, 24 * 3_600_000, 7 * 24 * 3_600_000];

/** Shorter than anybody stares at a screen, and than a transaction may last. */
const WAIT_MAX_MS = 10_000;
const KEPT_MIN_MS = 5_000;
const KEPT_MAX_MS = 120_000;
/** At most a tenth of the time is spent on reading the same again. */
const KEPT_TIMES = 10;
const ENTRIES_MAX = 50;
const READS = { runningMax: 2, waitingMax: 20, refusal: "Too many different overviews are asked for at once." };

type Means = { now?: () => number; read?: typeof readOverview };
type Entry = { figures: Promise<OverviewFigures>; keptUntilMs: number };

export function makeReadOverview(deps: { db: Database }, means: Means = {}): ReadOverview {
  const { now = performance.now.bind(performance), read = readOverview } = means;
  const inSlot = makeSlots(READS);
  const entries = new Map<string, Entry>();

  function start(key: string, asked: OverviewAsked): Entry {
    let startedMs = now();
    const figures = inSlot(() => {
      startedMs = now();
      return read(deps.db, { periodAt: periodFor(asked), doubtBoundsMs: DOUBT_BOUNDS_MS, waitMaxMs: WAIT_MAX_MS });
    }).catch(explain);
    const entry: Entry = { figures, keptUntilMs: Number.POSITIVE_INFINITY };
    const keep = () => {
      const tookMs = now() - startedMs;
      entry.keptUntilMs = now() + Math.min(KEPT_MAX_MS, Math.max(KEPT_MIN_MS, KEPT_TIMES * tookMs));
    };
    figures.then(keep, (error: unknown) => {
      // That it is too much stays true for a while, and finding it out costs the most.
      if (isTooMuch(error)) keep();
      else if (entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  }

  return (asked) => {
    const key = JSON.stringify(asked);
    const known = entries.get(key);
    if (known !== undefined && now() < known.keptUntilMs) return known.figures;
    const entry = start(key, asked);
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next().value;
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest);
    return entry.figures;
  };
}

function periodFor(asked: OverviewAsked): (nowMs: number) => Period {
  return (nowMs) => {
    if (asked.kind === "last") {
      requireLength(asked.lengthMs, "/last");
      return lastPeriod(nowMs, asked.lengthMs);
    }
    const toMs = asked.toMs ?? nowMs;
    const fromMs = asked.fromMs ?? toMs - OVERVIEW_DEFAULT_MS;
    if (fromMs >= toMs) throw invalid("/from", "`from` must be earlier than `to`, and than now.");
    requireLength(toMs - fromMs, "/from");
    return periodBetween(fromMs, toMs);
  };
}

function requireLength(lengthMs: number, pointer: string): void {
  const days = PERIOD_MAX_MS / 86_400_000;
  if (lengthMs > PERIOD_MAX_MS) throw invalid(pointer, `An overview tells of ${days} days at most.`);
}

function invalid(pointer: string, message: string): InvalidError {
  return new InvalidError("invalid_request", message, [{ pointer, message }]);
}

function explain(error: unknown): never {
  if (!(error instanceof TooMuchToReadError)) throw error;
  const message = `This time holds more than can be counted in ${WAIT_MAX_MS / 1_000} seconds.`;
  throw new InvalidError("range_too_long", message);
}

function isTooMuch(error: unknown): boolean {
  return error instanceof InvalidError && error.code === "range_too_long";
}
