import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "agent" | "agentKey"> | Tx;
type Reader = Pick<Tx, "$queryRawUnsafe">;

export type StoredAgent = {
  id: string;
  namespace: string;
  name: string;
  labels: Record<string, string>;
  tools: string[];
  mayRepeat: boolean;
};
/** `keyId` names the key without being one: it is what "last used" is recorded under. */
export type AgentCredential = { agent: StoredAgent; keyId: string; hash: string };
export type AgentRow = StoredAgent & { createdAt: Date; disabledAt: Date | null };

/** A live credential by its hash: revoked and expired keys, and disabled agents, are not found. */
export async function findAgentByKeyHash(client: Reader, hash: string): Promise<AgentCredential | null> {
  const rows = await client.$queryRawUnsafe<(StoredAgent & { keyId: string; hash: string })[]>(
    `select k.id as "keyId", k.hash, a.id, a.namespace, a.name, a.labels, a.tools, a.may_repeat as "mayRepeat"
     from agent_keys k join agents a on a.id = k.agent_id
     where k.hash = $1 and k.revoked_at is null and a.disabled_at is null
       and (k.expires_at is null or k.expires_at > clock_timestamp())`,
    hash,
  );
  const [row] = rows;
  return row === undefined ? null : { agent: toAgent(row), keyId: row.keyId, hash: row.hash };
}

export async function findAgentByName(client: Client, namespace: string, name: string): Promise<StoredAgent | null> {
  const row = await client.agent.findUnique({ where: { namespace_name: { namespace, name } } });
  return row === null ? null : toAgent(row);
}

export async function insertAgent(tx: Tx, agent: StoredAgent): Promise<void> {
  await tx.agent.create({ data: agent });
}

/** False when another agent of the namespace has the name, disabled or not. */
export async function insertAgentIfFree(tx: Tx, agent: AgentRow): Promise<boolean> {
  const { count } = await tx.agent.createMany({ data: [agent], skipDuplicates: true });
  return count === 1;
}

export async function findAgent(client: Client, id: string): Promise<AgentRow | null> {
  const row = await client.agent.findUnique({ where: { id } });
  return row === null ? null : toRow(row);
}

/** Changes of one agent and its keys go one after the other. No stronger lock: submissions refer to this row. */
export async function lockAgent(tx: Tx, id: string): Promise<AgentRow | null> {
  const rows = await tx.$queryRawUnsafe<AgentRow[]>(
    `select id, namespace, name, labels, tools, may_repeat as "mayRepeat", created_at as "createdAt",
            disabled_at as "disabledAt"
     from agents where id = $1 for no key update`,
    id,
  );
  return rows[0] ?? null;
}

export type AgentChange = { labels?: Record<string, string>; tools?: string[]; mayRepeat?: boolean; disabledAt?: Date };

export async function updateAgent(tx: Tx, id: string, change: AgentChange): Promise<void> {
  await tx.agent.update({ where: { id }, data: change });
}

export type NewAgentKey = {
  id: string;
  agentId: string;
  hash: string;
  hint: string;
  createdAt?: Date;
  expiresAt?: Date | null;
  /** Sealed. */
  webhookSecret?: string;
};

export async function insertAgentKey(tx: Tx, key: NewAgentKey): Promise<void> {
  await tx.agentKey.create({ data: key });
}

function toAgent(row: Omit<StoredAgent, "labels"> & { labels: unknown }): StoredAgent {
  const { id, namespace, name, tools, mayRepeat } = row;
  return { id, namespace, name, tools, mayRepeat, labels: row.labels as Record<string, string> };
}

function toRow(row: Omit<AgentRow, "labels"> & { labels: unknown }): AgentRow {
  return { ...toAgent(row), createdAt: row.createdAt, disabledAt: row.disabledAt };
}
