/**
 * Tells agents what became of their intents: claim, send (no transaction), mark. Whoever dies in between leaves the
 * message due again after its lease, under the same id, so that the receiver can tell a repeat.
 *
 * One origin is delivered apart from every other (`workers/callbacks`): one that is slow delays only itself.
 */
import type { IdPrefix } from "@/lib/domain/id";
import type { SecretBox } from "@/lib/domain/secret-box";
import {
  claimCallbacks,
  type DueCallback,
  giveUpCallback,
  listWebhookSecrets,
  markCallbackDelivered,
  type Origins,
  retryCallback,
} from "@/lib/store/callbacks";
import type { Database } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { IntentDto } from "@/lib/wire/intent";

/** At once, to one origin, from one worker. */
export const PER_ORIGIN_MAX = 8;
/** Longer than sending may take, so that nobody else takes a message that is still under way. */
const LEASE_MS = 60_000;
const RETRY_BASE_MS = 5_000;
const RETRY_CAP_MS = 6 * 3_600_000;
/** An endpoint that was away over a weekend still hears of it. */
export const LASTS_MS = 3 * 86_400_000;

export type Signed = { url: string; secrets: Buffer[]; id: string; body: string };
/** `isFinal`: the endpoint is gone for good and says so. */
export type Sent = { ok: true } | { ok: false; error: string; isFinal?: boolean };

export type DeliverCallbackDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  workerId: string;
  random: () => number;
  webhookSecrets: SecretBox;
  send: (message: Signed) => Promise<Sent>;
  /** The intent as the agent would read it. */
  present: (due: DueCallback) => Promise<IntentDto>;
  onError: (error: unknown, intentId: string) => void;
};

/** One turn: how many messages were taken. */
export async function deliverCallbacks(deps: DeliverCallbackDeps, whose: Origins): Promise<number> {
  const due = await claimCallbacks(deps.db.client, whose, PER_ORIGIN_MAX, LEASE_MS);
  await Promise.all(due.map((one) => deliver(deps, one).catch((error: unknown) => deps.onError(error, one.intentId))));
  return due.length;
}

async function deliver(deps: DeliverCallbackDeps, due: DueCallback): Promise<void> {
  const sent = await sendSigned(deps, due).catch((error: unknown): Sent => {
    if (isUnreachable(error)) throw error;
    // What cannot even be put into words is given up in the end, as what cannot be delivered.
    deps.onError(error, due.intentId);
    return { ok: false, error: "the message could not be made" };
  });
  if (sent.ok) return markCallbackDelivered(deps.db.client, due.id);
  const { id, attemptCount, ageMs } = due;
  const failed = { id, attemptCount, error: sent.error };
  const retryInMs = sent.isFinal ? null : nextRetryMs(attemptCount, ageMs, deps.random());
  if (retryInMs !== null) return retryCallback(deps.db.client, failed, retryInMs);
  await giveUp(deps, due, sent.error);
  deps.onError(new Error(`The callback ${id} was given up (${sent.error}).`), due.intentId);
}

async function sendSigned(deps: DeliverCallbackDeps, due: DueCallback): Promise<Sent> {
  const { webhookSecrets } = deps;
  const sealed = await listWebhookSecrets(deps.db.client, due.agentId);
  const secrets = sealed.flatMap(({ keyId, sealed }) => webhookSecrets.open(keyId, sealed) ?? []);
  if (secrets.length === 0) {
    const unreadable = "its secret cannot be read: was INTERLOCK_KEY changed?";
    return { ok: false, error: sealed.length > 0 ? unreadable : "the agent has no key that works and has a secret" };
  }
  const data = await deps.present(due);
  const body = JSON.stringify({ type: `intent.${data.state}`, timestamp: due.createdAt.toISOString(), data });
  return deps.send({ url: due.url, secrets, id: due.id, body });
}

/** What nobody will be told any more is on record (L9). */
async function giveUp(deps: DeliverCallbackDeps, due: DueCallback, error: string): Promise<void> {
  const { id, intentId, submissionId, attemptCount, intent } = due;
  await deps.db.transaction(async (tx) => {
    if (!(await giveUpCallback(tx, { id, attemptCount, error }))) return;
    await recordEvents(tx, deps.newId, await databaseNow(tx), [
      {
        type: "callback.given_up",
        actor: { kind: "worker", id: deps.workerId },
        namespace: intent.namespace,
        intentId,
        subject: id,
        data: { submissionId, state: intent.state, attempts: attemptCount, error },
      },
    ]);
  });
}

/**
 * Doubling, capped; `jitter` in [0, 1) spreads retries over the upper half of the delay. Null: by then nobody would be
 * told any more.
 */
export function nextRetryMs(attemptCount: number, ageMs: number, jitter: number): number | null {
  const fullMs = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attemptCount - 1, 30));
  const delayMs = Math.round(fullMs / 2 + (fullMs / 2) * jitter);
  return ageMs + delayMs > LASTS_MS ? null : delayMs;
}
