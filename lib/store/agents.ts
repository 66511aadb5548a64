import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "agent" | "agentKey"> | Tx;

export type StoredAgent = {
  id: string;
  namespace: string;
  name: string;
  labels: Record<string, string>;
  tools: string[];
  mayRepeat: boolean;
};
export type AgentCredential = { agent: StoredAgent; hash: string; expiresAt: Date | null };

/** A live credential by its hash: revoked keys and disabled agents are not found. */
export async function findAgentByKeyHash(client: Client, hash: string): Promise<AgentCredential | null> {
  const row = await client.agentKey.findUnique({ where: { hash }, include: { agent: true } });
  if (row === null || row.revokedAt !== null || row.agent.disabledAt !== null) return null;
  return { agent: toAgent(row.agent), hash: row.hash, expiresAt: row.expiresAt };
}

export async function findAgentByName(client: Client, namespace: string, name: string): Promise<StoredAgent | null> {
  const row = await client.agent.findUnique({ where: { namespace_name: { namespace, name } } });
  return row === null ? null : toAgent(row);
}

export async function insertAgent(tx: Tx, agent: StoredAgent): Promise<void> {
  await tx.agent.create({ data: agent });
}

export async function insertAgentKey(
  tx: Tx,
  key: { id: string; agentId: string; hash: string; hint: string },
): Promise<void> {
  await tx.agentKey.create({ data: key });
}

function toAgent(row: Omit<StoredAgent, "labels"> & { labels: unknown }): StoredAgent {
  const { id, namespace, name, tools, mayRepeat } = row;
  return { id, namespace, name, tools, mayRepeat, labels: row.labels as Record<string, string> };
}
