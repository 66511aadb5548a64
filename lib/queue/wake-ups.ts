/**
 * Wake-ups: "look at these intents". They carry ids and nothing else, are sent only after the commit, and may be lost,
 * repeated or late without harm: the row in Postgres is the outbox, the sweeper its safety net.
 *
 * A bare message (NOTIFY, or Redis pub/sub) goes ahead and reaches the workers that listen now. BullMQ's jobs follow at a
 * walking pace, many ids each, and are kept for workers that do not: a job for every flush costs both sides more than the
 * claim that it leads to.
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
const JOB_PACE_MS = 250;

export type WakeUps = { wake(intentIds: string[]): void; close(): Promise<void> };

export function makeWakeUps(settings: QueueSettings, onError: (error: unknown) => void): WakeUps {
  const { queue, close } = openQueue(settings, WAKE_UP_QUEUE, onError);
  const ahead = openChannel(settings, DUE, onError);
  const pending = new Set<string>();
  let adding = false;
  let closed = false;

  async function flush(): Promise<void> {
    if (adding) return;
    adding = true;
    try {
      while (pending.size > 0) {
        await pause(JOB_PACE_MS);
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
      ahead.send(intentIds);
      for (const id of intentIds) if (pending.size < PENDING_MAX) pending.add(id);
      void flush();
    },
    async close() {
      closed = true;
      await Promise.all([ahead.close(), close()]);
    },
  };
}

export function listenForWakeUps(
  settings: QueueSettings,
  onWake: (intentIds: string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const { close } = openWorker(
    settings,
    WAKE_UP_QUEUE,
    async (job) => {
      onWake(WakeUp.parse(job.data).intentIds);
      crashPoint("wake_up_taken");
    },
    onError,
  );
  const ahead = listenOnChannel(settings, DUE, onWake, onError);
  return {
    async close() {
      await Promise.all([ahead.close(), close()]);
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
