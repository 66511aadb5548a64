/** Latencies in buckets that grow by one percent: bounded memory, and no percentile is off by more than that. */
const GROWTH_LOG = Math.log(1.01);
const LEAST_MS = 0.001;
/** 0.001 ms times 1.01 to this power is more than half an hour. */
const BUCKETS_MAX = 2_200;

export type Histogram = { add(ms: number): void; count(): number; percentile(share: number): number };

export function makeHistogram(): Histogram {
  const buckets = new Uint32Array(BUCKETS_MAX);
  let count = 0;
  return {
    add(ms) {
      const index = ms <= LEAST_MS ? 0 : Math.floor(Math.log(ms / LEAST_MS) / GROWTH_LOG);
      const slot = Math.min(index, BUCKETS_MAX - 1);
      buckets[slot] = (buckets[slot] ?? 0) + 1;
      count += 1;
    },
    count: () => count,
    percentile(share) {
      const rank = Math.max(1, Math.ceil(count * share));
      let seen = 0;
      for (let index = 0; index < BUCKETS_MAX; index += 1) {
        seen += buckets[index] ?? 0;
        if (seen >= rank) return LEAST_MS * Math.exp((index + 0.5) * GROWTH_LOG);
      }
      return 0;
    },
  };
}
