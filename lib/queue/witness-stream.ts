/** Claims as every machine saw them, where there is a Redis: a bounded stream a store. It may be wiped at any time. */
import { openRedis, untilReady } from "./backend";

export type WitnessStream = {
  saw(storeId: string, lines: string): void;
  /** Texts as they were written, newest first, in pages. */
  recent(storeId: string): AsyncIterable<string[]>;
  /** How often Redis was reached. */
  readyCount(): number;
  close(): void;
};

/** Entries, each the claims of one transaction. */
const ENTRIES_MAX = 50_000;
const PAGE_MAX = 200;

export function openWitnessStream(redisUrl: string, onError: (error: unknown) => void): WitnessStream {
  const redis = openRedis(redisUrl, { blocking: false });
  let readyCount = 0;
  redis.on("error", onError);
  redis.on("ready", () => {
    readyCount += 1;
  });
  const nameOf = (storeId: string) => `interlock:witness:${storeId}`;
  return {
    saw(storeId, lines) {
      redis.xadd(nameOf(storeId), "MAXLEN", "~", ENTRIES_MAX, "*", "claims", lines).catch(onError);
    },
    async *recent(storeId) {
      await untilReady(redis);
      let before = "+";
      for (;;) {
        const entries = await redis.xrevrange(nameOf(storeId), before, "-", "COUNT", PAGE_MAX);
        if (entries.length === 0) return;
        yield entries.map(([, fields]) => fields[1] ?? "");
        before = `(${entries.at(-1)?.[0]}`;
      }
    },
    readyCount: () => readyCount,
    close: () => redis.disconnect(),
  };
}
