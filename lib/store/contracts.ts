/** Contract versions: immutable rows, one of them active. */
import type { Tx } from "./database";
import type { PrismaClient } from "./generated/client";

type Client = Pick<PrismaClient, "contract" | "contractVersion"> | Tx;

export type StoredContract = {
  tool: string;
  version: number;
  definition: unknown;
  digest: string;
  warnings: string[];
  publishedBy: string | null;
  publishedAt: Date;
};

export async function findActiveContract(client: Client, tool: string): Promise<StoredContract | null> {
  const row = await client.contract.findUnique({ where: { tool }, include: { active: true } });
  return row === null ? null : toStored(row.active);
}

export async function findContractVersion(
  client: Client,
  tool: string,
  version: number,
): Promise<StoredContract | null> {
  const row = await client.contractVersion.findUnique({ where: { tool_version: { tool, version } } });
  return row === null ? null : toStored(row);
}

export async function listActiveContracts(client: Client): Promise<StoredContract[]> {
  const rows = await client.contract.findMany({ include: { active: true }, orderBy: { tool: "asc" } });
  return rows.map((row) => toStored(row.active));
}

export type PublishedVersion = { version: number; publishedAt: Date; publishedBy: string | null };

const PUBLISHED = { version: true, publishedAt: true, publishedBy: true } as const;
const VERSIONS_MAX = 500;

/** Newest first. Definitions and sources stay where they are: they can be large, and there can be many. */
export async function listContractVersions(client: Client, tool: string): Promise<PublishedVersion[]> {
  return client.contractVersion.findMany({
    where: { tool },
    orderBy: { version: "desc" },
    select: PUBLISHED,
    take: VERSIONS_MAX,
  });
}

export async function findNewestVersion(client: Client, tool: string): Promise<PublishedVersion | null> {
  return client.contractVersion.findFirst({ where: { tool }, orderBy: { version: "desc" }, select: PUBLISHED });
}

export async function activeVersions(tx: Tx, tools: string[]): Promise<Map<string, number>> {
  const rows = await tx.contract.findMany({ where: { tool: { in: tools } } });
  return new Map(rows.map((row) => [row.tool, row.activeVersion]));
}

/** Two publishers of one tool go one after the other, so that version numbers have no gaps and no ties. */
export async function lockTool(tx: Tx, tool: string): Promise<void> {
  await tx.$queryRawUnsafe("select count(pg_advisory_xact_lock(hashtextextended($1, 1)))", `contract:${tool}`);
}

export type NewContractVersion = {
  tool: string;
  version: number;
  definition: object;
  source: string;
  format: "yaml" | "json";
  digest: string;
  warnings: string[];
  publishedBy: string | null;
};

export async function insertContractVersion(tx: Tx, row: NewContractVersion): Promise<void> {
  await tx.contractVersion.create({ data: row });
  await tx.contract.upsert({
    where: { tool: row.tool },
    create: { tool: row.tool, activeVersion: row.version },
    update: { activeVersion: row.version, updatedAt: new Date() },
  });
}

function toStored(row: {
  tool: string;
  version: number;
  definition: unknown;
  digest: string;
  warnings: unknown;
  publishedBy: string | null;
  publishedAt: Date;
}): StoredContract {
  return { ...row, warnings: row.warnings as string[] };
}
