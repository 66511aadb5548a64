/**
 * Gauges that are read when a scraper asks for metrics.
 *
 * G1  However many ask, one reading runs at a time, and one that is kept (`keptMs`) is read at most once in that time.
 * G2  A scraper waits for a reading no longer than `READ_MAX_MS`.
 * G3  A reading that failed, or took too long, leaves its gauges absent: an old figure would look like a new one.
 */
import type { GaugeName, LabelsOf } from "./table";

export type Sample = { [N in GaugeName]: { gauge: N; labels: LabelsOf<N>; value: number } }[GaugeName];

export type Reading = {
  /** Names it where it fails. */
  name: string;
  /** Those that it fills. */
  gauges: GaugeName[];
  /** How long what was read is good; absent: it costs nothing and is read each time. */
  keptMs?: number;
  read: () => Sample[] | Promise<Sample[]>;
};

export type ReadingDeps = {
  clear: (gauge: GaugeName) => void;
  /** After `clear`; the same labels twice are added up. */
  put: (gauge: GaugeName, labels: Record<string, string>, value: number) => void;
  failed: (reading: string) => void;
  monotonicMs: () => number;
  waitMaxMs?: number;
};

const READ_MAX_MS = 3_000;

export function makeReadings({ waitMaxMs = READ_MAX_MS, ...deps }: ReadingDeps) {
  const refreshers: (() => Promise<void>)[] = [];

  function makeRefresh({ name, gauges, keptMs = 0, read }: Reading): () => Promise<void> {
    let readAtMs = Number.NEGATIVE_INFINITY;
    let running: Promise<void> | null = null;
    const fill = (samples: Sample[]) => {
      for (const gauge of gauges) deps.clear(gauge);
      for (const { gauge, labels, value } of samples) deps.put(gauge, labels, value);
    };

    async function run(): Promise<void> {
      readAtMs = deps.monotonicMs();
      let isGivenUp = false;
      const giveUp = () => {
        if (isGivenUp) return;
        isGivenUp = true;
        fill([]);
        deps.failed(name);
      };
      const timer = setTimeout(giveUp, waitMaxMs);
      try {
        const samples = await read();
        if (!isGivenUp) fill(samples);
      } catch {
        giveUp(); // counted; what is wrong with the store is logged by those who need it
      } finally {
        clearTimeout(timer);
      }
    }

    return async () => {
      if (running === null && deps.monotonicMs() - readAtMs >= keptMs)
        running = run().finally(() => {
          running = null;
        });
      if (running !== null) await within(running, waitMaxMs);
    };
  }

  return {
    add: (readings: Reading[]) => void refreshers.push(...readings.map(makeRefresh)),
    refresh: async () => void (await Promise.all(refreshers.map((refresh) => refresh()))),
  };
}

function within(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
