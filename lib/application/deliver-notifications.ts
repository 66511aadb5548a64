/**
 * Takes due messages from the outbox and sends them: claim, send (no transaction), mark. Whoever dies in between leaves
 * the message due again after its lease, under the same id, so that the receiver can tell a repeat.
 */
import type { Database } from "@/lib/store/database";
import { claimNotifications, type DueNotification, markDelivered, markFailed } from "@/lib/store/notifications";

const TURN_MAX = 10;
/** Longer than sending may take, so that nobody else takes a message that is still under way. */
const LEASE_MS = 60_000;
/** Over some hours in all: longer than any hold has left when people are told of it. */
export const ATTEMPTS_MAX = 12;
const RETRY_BASE_MS = 10_000;
const RETRY_CAP_MS = 2 * 3_600_000;

export type DeliverDeps = {
  db: Database;
  random: () => number;
  send: (webhook: { id: string; body: string }) => Promise<{ ok: true } | { ok: false; error: string }>;
  onError: (error: unknown) => void;
};

/** One turn: how many messages were taken. */
export async function deliverNotifications(deps: DeliverDeps): Promise<number> {
  const due = await claimNotifications(deps.db.client, TURN_MAX, LEASE_MS);
  await Promise.all(due.map((notification) => deliver(deps, notification)));
  return due.length;
}

async function deliver(deps: DeliverDeps, { id, payload, attemptCount }: DueNotification): Promise<void> {
  const sent = await deps.send({ id, body: JSON.stringify(payload) });
  if (sent.ok) return markDelivered(deps.db.client, id);
  const retryInMs = attemptCount < ATTEMPTS_MAX ? retryDelayMs(attemptCount, deps.random()) : null;
  await markFailed(deps.db.client, { id, attemptCount, error: sent.error, retryInMs });
  const what = retryInMs === null ? "was given up" : "will be sent again";
  deps.onError(new Error(`The notification ${id} could not be delivered (${sent.error}); it ${what}.`));
}

/** Doubling, capped; `jitter` in [0, 1) spreads retries over the upper half of the delay. */
export function retryDelayMs(attemptCount: number, jitter: number): number {
  const fullMs = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attemptCount - 1, 30));
  return Math.round(fullMs / 2 + (fullMs / 2) * jitter);
}
