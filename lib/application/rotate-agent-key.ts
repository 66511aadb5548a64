/** A new key for an agent; the earlier ones work on for the overlap, so that nobody has to switch in one instant. */
import type { Actor } from "@/lib/domain/actor";
import { newWebhookSecret, writeSecret } from "@/lib/domain/webhook-signature";
import { type AgentKeyRow, countLiveKeys, endKeysBy, revokeKeysOf } from "@/lib/store/agent-keys";
import { insertAgentKey } from "@/lib/store/agents";
import { recordEvents } from "@/lib/store/audit";
import { databaseNow } from "@/lib/store/intents";
import type { RotateKeyBody } from "@/lib/wire/agent";
import { newCredential } from "./credentials";
import { ConflictError } from "./errors";
import { type AgentKeyDeps, agentEvent, lockEnabledAgent } from "./known-agent";
import { requireDurationMs } from "./require-duration";

/** Hourly rotation with a day of overlap needs 25 at once. */
export const LIVE_KEYS_MAX = 50;

export type RotatedKey = { key: AgentKeyRow; secret: string; webhookSecret: string };

export async function rotateAgentKey(
  deps: AgentKeyDeps,
  input: { actor: Actor; agentId: string; body: RotateKeyBody },
): Promise<RotatedKey> {
  const { expiresIn, overlap } = input.body;
  const lifetimeMs = expiresIn === undefined ? null : requireDurationMs(expiresIn, "/expiresIn");
  const overlapMs = requireDurationMs(overlap, "/overlap");
  const { secret, hash, hint } = newCredential("agent_key");
  const webhookSecret = newWebhookSecret();
  return deps.db.transaction(async (tx) => {
    const agent = await lockEnabledAgent(tx, input.agentId);
    const atMs = await databaseNow(tx);
    const [createdAt, othersEndAt] = [new Date(atMs), new Date(atMs + overlapMs)];
    // No overlap is a revocation: an expiry is read with the clock of the process that is asked.
    if (overlapMs === 0) await revokeKeysOf(tx, agent.id, createdAt);
    else await endKeysBy(tx, agent.id, othersEndAt);
    if ((await countLiveKeys(tx, agent.id)) >= LIVE_KEYS_MAX) throw tooManyKeys();
    const expiresAt = lifetimeMs === null ? null : new Date(atMs + lifetimeMs);
    const key = { id: deps.newId("key"), hint, createdAt, expiresAt, revokedAt: null, lastUsedAt: null };
    const sealed = deps.webhookSecrets.seal(key.id, webhookSecret);
    await insertAgentKey(tx, {
      id: key.id,
      agentId: agent.id,
      hash,
      hint,
      createdAt,
      expiresAt,
      webhookSecret: sealed,
    });
    const data = { keyId: key.id, hint, expiresAt, othersEndAt };
    await recordEvents(tx, deps.newId, atMs, [agentEvent("agent.key_created", input.actor, agent, data)]);
    return { key, secret, webhookSecret: writeSecret(webhookSecret) };
  });
}

function tooManyKeys(): ConflictError {
  const correctiveAction = "Revoke keys that are no longer used, or rotate with a shorter overlap.";
  return new ConflictError("too_many_keys", `The agent has ${LIVE_KEYS_MAX} keys that work already.`, {
    correctiveAction,
  });
}
