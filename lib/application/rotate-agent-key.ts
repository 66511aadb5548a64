/** A new key for an agent; the earlier ones work on for the overlap, so that nobody has to switch in one instant. */
import type { Actor } from "@/lib/domain/actor";
import { countLiveKeys, endKeysBy, revokeKeysOf } from "@/lib/store/agent-keys";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { RotateKeyBody } from "@/lib/wire/agent";
import { ConflictError } from "./errors";
import { type IssuedKey, issueAgentKey } from "./issue-agent-key";
import { type AgentKeyDeps, agentEvent, lockEnabledAgent } from "./known-agent";
import { requireDurationMs } from "./require-duration";

/** Hourly rotation with a day of overlap needs 25 at once. */
export const LIVE_KEYS_MAX = 50;

export async function rotateAgentKey(
  deps: AgentKeyDeps,
  input: { actor: Actor; agentId: string; body: RotateKeyBody },
): Promise<IssuedKey> {
  const { expiresIn, overlap } = input.body;
  const lifetimeMs = expiresIn === undefined ? null : requireDurationMs(expiresIn, "/expiresIn");
  const overlapMs = requireDurationMs(overlap, "/overlap");
  return deps.db.transaction(async (tx) => {
    const agent = await lockEnabledAgent(tx, input.agentId);
    const atMs = await databaseNow(tx);
    const [createdAt, othersEndAt] = [new Date(atMs), new Date(atMs + overlapMs)];
    // No overlap is a revocation: an expiry is read with the clock of the process that is asked.
    if (overlapMs === 0) await revokeKeysOf(tx, agent.id, createdAt);
    else await endKeysBy(tx, agent.id, othersEndAt);
    if ((await countLiveKeys(tx, agent.id)) >= LIVE_KEYS_MAX) throw tooManyKeys();
    const expiresAt = lifetimeMs === null ? null : new Date(atMs + lifetimeMs);
    const issued = await issueAgentKey(deps, tx, agent.id, { createdAt, expiresAt });
    const { id: keyId } = issued.key;
    const data = { keyId, expiresAt, othersEndAt };
    await recordEvents(tx, deps.newId, atMs, [agentEvent("agent.key_created", input.actor, agent, data)]);
    return issued;
  });
}

function tooManyKeys(): ConflictError {
  const correctiveAction = "Revoke keys that are no longer used, or rotate with a shorter overlap.";
  return new ConflictError("too_many_keys", `The agent has ${LIVE_KEYS_MAX} keys that work already.`, {
    correctiveAction,
  });
}
