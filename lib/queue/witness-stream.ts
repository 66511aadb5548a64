/** Claims as every machine saw them, where there is a Redis: a bounded stream a store. It may be wiped at any time. */
import { openRedis, untilReady } from "./backend";

export type WitnessStream = {
  /** Resolves once Redis has it; rejects where it is away, or does not answer soon. */
  saw(storeId: string, lines: string): Promise<void>;
  /** Texts as they were written, newest first, in pages. */
  recent(storeId: string): AsyncIterable<string[]>;
  answers(): Promise<boolean>;
  /** How often Redis was reached. */
  readyCount(): number;
  close(): void;
};

/** Entries, each the claims of one transaction. */
const ENTRIES_MAX = 50_000;
const PAGE_MAX = 200;
/** Longer than Redis takes for anything while it is well. */
const ANSWER_MAX_MS = 1_000;

export function openWitnessStream(redisUrl: string, onError: (error: unknown) => void): WitnessStream {
  const redis = openRedis(redisUrl, { blocking: false });
  let readyCount = 0;
  redis.on("error", onError);
  redis.on("ready", () => {
    readyCount += 1;
  });
  const nameOf = (storeId: string) => `interlock:witness:${storeId}`;
  return {
    async saw(storeId, lines) {
      const added = redis.xadd(nameOf(storeId), "MAXLEN", "~", ENTRIES_MAX, "*", "claims", lines);
      await within(ANSWER_MAX_MS, added);
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
    answers: () =>
      within(ANSWER_MAX_MS, redis.ping()).then(
        () => true,
        () => false,
      ),
    readyCount: () => readyCount,
    close: () => redis.disconnect(),
  };
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis did not answer in time.")), ms);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
