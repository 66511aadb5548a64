import type { Role } from "@/lib/domain/intent";
import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "operator" | "operatorToken" | "session"> | Tx;

export type StoredOperator = { id: string; email: string; name: string; role: Role };
export type OperatorRow = StoredOperator & { hasPassword: boolean; createdAt: Date; disabledAt: Date | null };

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
): Promise<{ operator: StoredOperator; tokenId: string; hash: string; expiresAt: Date | null } | null> {
  const row = await client.operatorToken.findUnique({ where: { hash }, include: { operator: true } });
  if (row === null || row.revokedAt !== null || row.operator.disabledAt !== null) return null;
  return { operator: toOperator(row.operator), tokenId: row.id, hash: row.hash, expiresAt: row.expiresAt };
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

/** All of an operator's sessions but one. */
export async function endSessionsOf(tx: Tx, operatorId: string, at: Date, keptId: string | null): Promise<number> {
  const others = keptId === null ? {} : { id: { not: keptId } };
  const where = { operatorId, endedAt: null, ...others };
  return (await tx.session.updateMany({ where, data: { endedAt: at } })).count;
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

/** False when somebody has the address already, disabled or not. */
export async function insertOperatorIfFree(
  tx: Tx,
  operator: StoredOperator & { passwordHash: string | null; createdAt: Date },
): Promise<boolean> {
  const { count } = await tx.operator.createMany({ data: [operator], skipDuplicates: true });
  return count === 1;
}

export async function findOperators(client: Client, ids: string[]): Promise<OperatorRow[]> {
  return (await client.operator.findMany({ where: { id: { in: ids } } })).map(toRow);
}

/**
 * Everybody who is an admin now, locked until the transaction ends: whoever changes operators takes this lock first,
 * so that two admins cannot remove each other at the same time.
 */
export async function lockEnabledAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    "select id from operators where role = 'admin' and disabled_at is null order by id for no key update",
  );
  return rows.map(({ id }) => id);
}

/** As they are until the transaction ends: nobody is disabled or given another role meanwhile. */
export async function holdOperators(tx: Tx, ids: string[]): Promise<OperatorRow[]> {
  return tx.$queryRawUnsafe<OperatorRow[]>(
    `select id, email, name, role, password_hash is not null as "hasPassword", created_at as "createdAt",
            disabled_at as "disabledAt"
     from operators where id = any($1::text[]) order by id for share`,
    ids,
  );
}

export async function lockOperator(tx: Tx, id: string): Promise<OperatorRow | null> {
  const rows = await tx.$queryRawUnsafe<OperatorRow[]>(
    `select id, email, name, role, password_hash is not null as "hasPassword", created_at as "createdAt",
            disabled_at as "disabledAt"
     from operators where id = $1 for no key update`,
    id,
  );
  return rows[0] ?? null;
}

export type OperatorChange = { name?: string; role?: Role; passwordHash?: string; disabledAt?: Date };

export async function updateOperator(tx: Tx, id: string, change: OperatorChange): Promise<void> {
  await tx.operator.update({ where: { id }, data: change });
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.operator.update({ where: { id }, data: { passwordHash } });
}

export async function insertOperatorToken(
  tx: Tx,
  token: {
    id: string;
    operatorId: string;
    name: string;
    hash: string;
    hint: string;
    createdAt?: Date;
    expiresAt: Date | null;
  },
): Promise<void> {
  await tx.operatorToken.create({ data: token });
}

function toOperator(row: { id: string; email: string; name: string; role: string }): StoredOperator {
  return { id: row.id, email: row.email, name: row.name, role: row.role as Role };
}

function toRow(
  row: Omit<OperatorRow, "role" | "hasPassword"> & { role: string; passwordHash: string | null },
): OperatorRow {
  const { createdAt, disabledAt, passwordHash } = row;
  return { ...toOperator(row), hasPassword: passwordHash !== null, createdAt, disabledAt };
}
