/**
 * Asked once, when a process starts: a Redis that evicts keys throws away wake-ups, and BullMQ's own bookkeeping with
 * them, without an error to anyone. Nothing would be lost for good (L2), but work would lag behind with no reason to see.
 *
 * A Redis that cannot be asked is no reason to refuse: it may be away for a moment, and managed servers refuse questions
 * about themselves. The operator is told that it was not checked.
 */
import { Redis } from "ioredis";
import { StartRefusedError } from "@/lib/config/start-refused";
import type { QueueSettings } from "./backend";

const ANSWER_MAX_MS = 2_000;
const SAFE_POLICY = "noeviction";

export async function requireSafeRedis(
  { redisUrl }: Pick<QueueSettings, "redisUrl">,
  warn: (warning: string) => void,
): Promise<void> {
  if (redisUrl === null) return;
  const policy = await readEvictionPolicy(redisUrl);
  const { host } = new URL(redisUrl);
  if (policy === null) {
    warn(
      `Redis at ${host} does not say whether it evicts keys; make sure that its maxmemory-policy is ${SAFE_POLICY}.`,
    );
  } else if (policy !== SAFE_POLICY) {
    throw new StartRefusedError(
      `Redis at ${host} evicts keys when its memory is full (maxmemory-policy is ${policy}) and would lose wake-ups: set maxmemory-policy to ${SAFE_POLICY} and start again.`,
    );
  }
}

/** Null: it cannot be reached, or does not tell. */
async function readEvictionPolicy(redisUrl: string): Promise<string | null> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: ANSWER_MAX_MS,
    commandTimeout: ANSWER_MAX_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined); // the command that meets it tells
  try {
    await redis.connect();
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1] ?? null;
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}
