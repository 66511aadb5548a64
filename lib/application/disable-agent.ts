/** From the commit on none of the agent's keys opens anything. Doing it again changes nothing. */
import type { Actor } from "@/lib/domain/actor";
import { revokeKeysOf } from "@/lib/store/agent-keys";
import { updateAgent } from "@/lib/store/agents";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { type AgentDeps, agentEvent, lockKnownAgent } from "./known-agent";

export async function disableAgent(deps: AgentDeps, input: { actor: Actor; agentId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const agent = await lockKnownAgent(tx, input.agentId);
    if (agent.disabledAt !== null) return;
    const atMs = await databaseNow(tx);
    await updateAgent(tx, agent.id, { disabledAt: new Date(atMs) });
    const revokedCount = await revokeKeysOf(tx, agent.id, new Date(atMs));
    const event = agentEvent("agent.disabled", input.actor, agent, { revokedCount });
    await recordEvents(tx, deps.newId, atMs, [event]);
  });
}
