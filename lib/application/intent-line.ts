/**
 * Verbs about one intent go one after the other. Each keeps a connection while it waits for the intent's row, or for its
 * key: a crowd about one intent keeps one, and leaves the others to those who ask about something else.
 */
import type { Database, Tx } from "@/lib/store/database";
import { isBusy, isUnreachable } from "@/lib/store/errors";
import { TooManyError } from "./errors";

/** More than ever decide on one intent; few enough that the last of them is not kept for long. */
const WAITING_MAX = 32;
const RETRY_AFTER_S = 2;
/** What takes longer than a transaction may has lost its connection without a word: those behind it go on. */
const RUNS_MAX_MS = 20_000;

type Store = Pick<Database, "transaction">;
type Waiting = { goOn: () => void; giveUp: (error: unknown) => void };
/** Those who wait behind the one that runs, by the intent's id. */
const lines = new Map<string, Waiting[]>();

export async function inLine<T>(db: Store, intentId: string, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const waiting = lines.get(intentId) ?? [];
  if (lines.has(intentId)) await standIn(waiting);
  else lines.set(intentId, waiting);
  let isFirst = true;
  const handOver = () => {
    if (!isFirst) return;
    isFirst = false;
    const next = waiting.shift();
    if (next === undefined) lines.delete(intentId);
    else next.goOn();
  };
  const timer = setTimeout(handOver, RUNS_MAX_MS);
  try {
    return await db.transaction(verb);
  } catch (error) {
    // Those behind it have waited for the same row, or the same store: in vain, too, and not once more each.
    if (isFirst && (isBusy(error) || isUnreachable(error))) for (const { giveUp } of waiting.splice(0)) giveUp(error);
    throw error;
  } finally {
    clearTimeout(timer);
    handOver();
  }
}

function standIn(waiting: Waiting[]): Promise<void> {
  if (waiting.length >= WAITING_MAX) throw new TooManyError("Too many act on this intent at once.", RETRY_AFTER_S);
  return new Promise((goOn, giveUp) => waiting.push({ goOn, giveUp }));
}
