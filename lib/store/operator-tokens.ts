import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "operatorToken"> | Tx;

export type OperatorTokenRow = {
  id: string;
  name: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** Newest first. */
export async function listOperatorTokens(
  client: Client,
  operatorId: string,
  before: string | undefined,
  limit: number,
): Promise<OperatorTokenRow[]> {
  const where = { operatorId, ...(before === undefined ? {} : { id: { lt: before } }) };
  return client.operatorToken.findMany({ where, orderBy: { id: "desc" }, take: limit });
}

export async function findOperatorToken(tx: Tx, operatorId: string, id: string): Promise<OperatorTokenRow | null> {
  return tx.operatorToken.findFirst({ where: { id, operatorId } });
}

export async function revokeToken(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.operatorToken.update({ where: { id }, data: { revokedAt: at } });
}

export async function revokeTokensOf(tx: Tx, operatorId: string, at: Date): Promise<number> {
  return (await tx.operatorToken.updateMany({ where: { operatorId, revokedAt: null }, data: { revokedAt: at } })).count;
}
