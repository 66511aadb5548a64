/** An admin adds an agent. Its first key and its webhook secret exist in clear only in the answer. */
import type { Actor } from "@/lib/domain/actor";
import { newWebhookSecret, writeSecret } from "@/lib/domain/webhook-signature";
import type { AgentKeyRow } from "@/lib/store/agent-keys";
import { type AgentRow, insertAgentIfFree, insertAgentKey } from "@/lib/store/agents";
import { recordEvents } from "@/lib/store/audit";
import { databaseNow } from "@/lib/store/intents";
import type { CreateAgentBody } from "@/lib/wire/agent";
import { newCredential } from "./credentials";
import { ConflictError } from "./errors";
import { type AgentKeyDeps, agentEvent } from "./known-agent";

export type CreatedAgent = { agent: AgentRow; key: AgentKeyRow; secret: string; webhookSecret: string };

export async function createAgent(
  deps: AgentKeyDeps,
  input: { actor: Actor; body: CreateAgentBody },
): Promise<CreatedAgent> {
  const { name, namespace, labels, mayRepeat } = input.body;
  const tools = [...new Set(input.body.tools)];
  const { secret, hash, hint } = newCredential("agent_key");
  const webhookSecret = newWebhookSecret();
  return deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    const createdAt = new Date(atMs);
    const agent = { id: deps.newId("agt"), name, namespace, labels, tools, mayRepeat, createdAt, disabledAt: null };
    if (!(await insertAgentIfFree(tx, agent))) throw nameTaken(namespace);
    const key = { id: deps.newId("key"), hint, createdAt, expiresAt: null, revokedAt: null, lastUsedAt: null };
    await insertAgentKey(tx, {
      id: key.id,
      agentId: agent.id,
      hash,
      hint,
      createdAt,
      webhookSecret: deps.webhookSecrets.seal(key.id, webhookSecret),
    });
    await recordEvents(tx, deps.newId, atMs, [
      agentEvent("agent.created", input.actor, agent, { name, labels, tools, mayRepeat }),
      agentEvent("agent.key_created", input.actor, agent, { keyId: key.id, hint, expiresAt: null }),
    ]);
    return { agent, key, secret, webhookSecret: writeSecret(webhookSecret) };
  });
}

function nameTaken(namespace: string): ConflictError {
  const correctiveAction = "Choose another name; that of a disabled agent stays taken, because history names it.";
  return new ConflictError("name_taken", `An agent of the namespace ${namespace} has this name already.`, {
    correctiveAction,
  });
}
