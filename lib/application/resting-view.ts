/**
 * What rests, as a web process knows it: read at most once a second, however many ask. A submission never waits for it.
 */
import type { RestingRow } from "@/lib/store/resting-downstreams";

export type RestingView = {
  /** Known by now; what is older than a moment is not told, but read anew for the next submission. */
  latest(): readonly RestingRow[];
  /** Not older than a second. */
  fresh(): Promise<readonly RestingRow[]>;
  close(): Promise<void>;
};

export type RestingViewDeps = {
  read: () => Promise<RestingRow[]>;
  now: () => number;
  onError: (error: unknown) => void;
};

const FRESH_MS = 1_000;
const KNOWN_MS = 5_000;

export function makeRestingView({ read, now, onError }: RestingViewDeps): RestingView {
  let known: { rows: RestingRow[]; readAtMs: number } = { rows: [], readAtMs: Number.NEGATIVE_INFINITY };
  let reading: Promise<readonly RestingRow[]> | null = null;
  let closed = false;

  const isYounger = (ms: number) => Math.abs(now() - known.readAtMs) < ms;

  function readAgain(): Promise<readonly RestingRow[]> {
    const readAtMs = now();
    reading ??= read()
      .then((rows) => {
        known = { rows, readAtMs };
        return rows;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  return {
    latest() {
      if (!closed && !isYounger(FRESH_MS)) readAgain().catch(onError);
      return isYounger(KNOWN_MS) ? known.rows : [];
    },
    fresh: async () => (isYounger(FRESH_MS) ? known.rows : readAgain()),
    async close() {
      closed = true;
      await reading?.catch(() => undefined);
    },
  };
}
