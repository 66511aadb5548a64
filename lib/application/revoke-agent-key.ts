/** From the commit on the key opens nothing. Doing it again changes nothing. */
import type { Actor } from "@/lib/domain/actor";
import { findAgentKey, revokeKey } from "@/lib/store/agent-keys";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { NotFoundError } from "./errors";
import { type AgentDeps, agentEvent, lockKnownAgent } from "./known-agent";

export async function revokeAgentKey(
  deps: AgentDeps,
  input: { actor: Actor; agentId: string; keyId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const agent = await lockKnownAgent(tx, input.agentId);
    const key = await findAgentKey(tx, agent.id, input.keyId);
    if (key === null) throw new NotFoundError("not_found", "The agent has no such key.");
    if (key.revokedAt !== null) return;
    const atMs = await databaseNow(tx);
    await revokeKey(tx, key.id, new Date(atMs));
    const event = agentEvent("agent.key_revoked", input.actor, agent, { keyId: key.id });
    await recordEvents(tx, deps.newId, atMs, [event]);
  });
}
