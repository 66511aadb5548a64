import type { Role } from "@/lib/domain/intent";
import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "operator" | "operatorToken" | "session"> | Tx;

export type StoredOperator = { id: string; email: string; name: string; role: Role };

export async function findOperatorByEmail(
  client: Client,
  email: string,
): Promise<(StoredOperator & { passwordHash: string | null }) | null> {
  const row = await client.operator.findUnique({ where: { email: email.toLowerCase() } });
  if (row === null || row.disabledAt !== null) return null;
  return { ...toOperator(row), passwordHash: row.passwordHash };
}

export async function findOperatorByTokenHash(
  client: Client,
  hash: string,
): Promise<{ operator: StoredOperator; hash: string; expiresAt: Date | null } | null> {
  const row = await client.operatorToken.findUnique({ where: { hash }, include: { operator: true } });
  if (row === null || row.revokedAt !== null || row.operator.disabledAt !== null) return null;
  return { operator: toOperator(row.operator), hash: row.hash, expiresAt: row.expiresAt };
}

export async function findSession(
  client: Client,
  hash: string,
): Promise<{ id: string; operator: StoredOperator; hash: string; expiresAt: Date } | null> {
  const row = await client.session.findUnique({ where: { hash }, include: { operator: true } });
  if (row === null || row.endedAt !== null || row.operator.disabledAt !== null) return null;
  return { id: row.id, operator: toOperator(row.operator), hash: row.hash, expiresAt: row.expiresAt };
}

export async function insertSession(
  tx: Tx,
  session: { id: string; operatorId: string; hash: string; expiresAt: Date },
): Promise<void> {
  await tx.session.create({ data: session });
}

export async function endSession(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } });
}

export async function insertOperator(
  tx: Tx,
  operator: StoredOperator & { passwordHash: string | null },
): Promise<void> {
  await tx.operator.create({ data: operator });
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.operator.update({ where: { id }, data: { passwordHash } });
}

export async function insertOperatorToken(
  tx: Tx,
  token: { id: string; operatorId: string; name: string; hash: string; hint: string; expiresAt: Date | null },
): Promise<void> {
  await tx.operatorToken.create({ data: token });
}

function toOperator(row: { id: string; email: string; name: string; role: string }): StoredOperator {
  return { id: row.id, email: row.email, name: row.name, role: row.role as Role };
}
