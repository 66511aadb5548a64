/**
 * Wake-ups: "look at these intents". They carry ids and nothing else, are sent only after the commit, and may be lost,
 * repeated or late without harm: the row in Postgres is the outbox, the sweeper its safety net.
 *
 * With Redis a BullMQ job is the one way to wake: one for each flush, and one worker takes it that has room. While a job
 * is on its way, the ids of later flushes gather for the next. On the embedded default a job costs both sides more than
 * the claim that it leads to: there NOTIFY reaches the workers that listen now, and jobs follow at a walking pace, many
 * ids each, for workers that do not.
 */

import * as z from "zod";
import { crashPoint } from "@/lib/config/crash-point";
import { openQueue, openWorker, type QueueSettings } from "./backend";
import { listenOnChannel, openChannel } from "./channel";

export const WAKE_UP_QUEUE = "interlock-wake-ups";
const DUE = "interlock_due";

const WakeUp = z.object({ intentIds: z.array(z.string().max(64)).max(1_000) });

/** Ids beyond this while the queue is away are dropped here; the sweeper finds them in Postgres. */
const PENDING_MAX = 10_000;
const IDS_PER_JOB_MAX = 500;
const ADD_TIMEOUT_MS = 2_000;
/** On the embedded default. */
const JOB_PACE_MS = 250;

export type WakeUps = { wake(intentIds: string[]): void; close(): Promise<void> };

export function makeWakeUps(settings: QueueSettings, onError: (error: unknown) => void): WakeUps {
  const { queue, close } = openQueue(settings, WAKE_UP_QUEUE, onError);
  const ahead = settings.redisUrl === null ? openChannel(settings, DUE, onError) : null;
  const pending = new Set<string>();
  let adding = false;
  let closed = false;

  async function flush(): Promise<void> {
    if (adding) return;
    adding = true;
    try {
      while (pending.size > 0) {
        if (ahead !== null) await pause(JOB_PACE_MS);
        if (closed) return;
        const intentIds = [...pending].slice(0, IDS_PER_JOB_MAX);
        for (const id of intentIds) pending.delete(id);
        const job = queue.add(
          "wake",
          { intentIds },
          { removeOnComplete: true, removeOnFail: { count: 100 }, attempts: 1 },
        );
        await withTimeout(job, ADD_TIMEOUT_MS);
        crashPoint("wake_up_sent");
      }
    } catch (error) {
      // Lost wake-ups only delay work. Keeping them would grow without bound while the queue is away.
      pending.clear();
      onError(error);
    } finally {
      adding = false;
    }
  }

  return {
    wake(intentIds) {
      ahead?.send(intentIds);
      for (const id of intentIds) if (pending.size < PENDING_MAX) pending.add(id);
      void flush();
    },
    async close() {
      closed = true;
      await Promise.all([ahead?.close(), close()]);
    },
  };
}

export type Woken = {
  onWake: (intentIds: string[]) => void;
  /** Resolves once this worker could take more. Until then it holds one job at most, and others take the rest. */
  untilFree: () => Promise<void>;
};

export function listenForWakeUps(
  settings: QueueSettings,
  { onWake, untilFree }: Woken,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const { close } = openWorker(
    settings,
    WAKE_UP_QUEUE,
    async (job) => {
      const { intentIds } = WakeUp.parse(job.data);
      await untilFree();
      onWake(intentIds);
      crashPoint("wake_up_taken");
    },
    onError,
  );
  const ahead = settings.redisUrl === null ? listenOnChannel(settings, DUE, onWake, onError) : null;
  return {
    async close() {
      await Promise.all([ahead?.close(), close()]);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The queue did not take the wake-up in time.")), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
