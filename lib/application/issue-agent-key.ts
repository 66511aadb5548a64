import { newWebhookSecret, writeSecret } from "@/lib/domain/webhook-signature";
import type { AgentKeyRow } from "@/lib/store/agent-keys";
import { insertAgentKey } from "@/lib/store/agents";
import type { Tx } from "@/lib/store/database";
import { newCredential } from "./credentials";
import type { AgentKeyDeps } from "./known-agent";

/** `secret` and `webhookSecret` are in clear here and nowhere else. */
export type IssuedKey = { key: AgentKeyRow; secret: string; webhookSecret: string };

type Lifetime = { createdAt: Date; expiresAt: Date | null };

/** For an agent that this transaction has locked or made. */
export async function issueAgentKey(
  deps: AgentKeyDeps,
  tx: Tx,
  agentId: string,
  { createdAt, expiresAt }: Lifetime,
): Promise<IssuedKey> {
  const { secret, hash, hint } = newCredential("agent_key");
  const webhookSecret = newWebhookSecret();
  const stored = { id: deps.newId("key"), hint, createdAt, expiresAt };
  const sealed = deps.webhookSecrets.seal(stored.id, webhookSecret);
  await insertAgentKey(tx, { ...stored, agentId, hash, webhookSecret: sealed });
  return { key: { ...stored, revokedAt: null, lastUsedAt: null }, secret, webhookSecret: writeSecret(webhookSecret) };
}
