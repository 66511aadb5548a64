/** The keys of one agent. Which of them live is asked of the database's clock, like everything that decides. */
import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Reader = Pick<PrismaClient, "$queryRawUnsafe"> | Tx;

export type AgentKeyRow = {
  id: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

const COLUMNS = `id, hint, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
  last_used_at as "lastUsedAt"`;
export const KEY_LIVES = "revoked_at is null and (expires_at is null or expires_at > clock_timestamp())";

/** Those that work come first, so that a cut never hides one of them. */
export async function listAgentKeys(client: Reader, agentId: string, limit: number): Promise<AgentKeyRow[]> {
  return client.$queryRawUnsafe<AgentKeyRow[]>(
    `select ${COLUMNS} from agent_keys where agent_id = $1 order by (${KEY_LIVES}) desc, id desc limit $2`,
    agentId,
    limit,
  );
}

export async function countLiveKeys(tx: Tx, agentId: string): Promise<number> {
  const [row] = await tx.$queryRawUnsafe<{ count: number }[]>(
    `select count(*)::integer as count from agent_keys where agent_id = $1 and ${KEY_LIVES}`,
    agentId,
  );
  return row?.count ?? 0;
}

/** No live key lasts longer than this; one that would have ended sooner still does. */
export async function endKeysBy(tx: Tx, agentId: string, at: Date): Promise<number> {
  return tx.$executeRawUnsafe(
    `update agent_keys set expires_at = least(expires_at, $2::timestamptz(3)) where agent_id = $1 and ${KEY_LIVES}`,
    agentId,
    at,
  );
}

export async function revokeKeysOf(tx: Tx, agentId: string, at: Date): Promise<number> {
  return (await tx.agentKey.updateMany({ where: { agentId, revokedAt: null }, data: { revokedAt: at } })).count;
}

export async function findAgentKey(tx: Tx, agentId: string, id: string): Promise<AgentKeyRow | null> {
  return tx.agentKey.findFirst({ where: { id, agentId } });
}

export async function revokeKey(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.agentKey.update({ where: { id }, data: { revokedAt: at } });
}
