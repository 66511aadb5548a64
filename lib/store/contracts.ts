/** Contract versions: immutable rows, one of them active. */
import type { Engines } from "@/lib/domain/normalise/engines";
import type { Tx } from "./database";
import type { ContractVersion, PrismaClient } from "./generated/client";
import { takeLocks, toolLock } from "./locks";
import type { RawTx, Writer } from "./raw-transaction";

type Client = Pick<PrismaClient, "contract" | "contractVersion" | "keyDerivation"> | Tx;
type Reader = Pick<Tx, "$queryRawUnsafe">;

export type StoredContract = {
  tool: string;
  version: number;
  definition: unknown;
  digest: string;
  warnings: string[];
  publishedBy: string | null;
  publishedAt: Date;
};

/** With the text as its owner wrote it. */
export type WrittenContract = StoredContract & { source: string; format: "yaml" | "json" };

export async function findActiveContract(client: Client, tool: string): Promise<WrittenContract | null> {
  const row = await client.contract.findUnique({ where: { tool }, include: { active: true } });
  return row === null ? null : toWritten(row.active);
}

export async function findContractVersion(
  client: Pick<RawTx, "$queryRawUnsafe">,
  tool: string,
  version: number,
): Promise<StoredContract | null> {
  const rows = await client.$queryRawUnsafe<StoredContract[]>(
    `select tool, version, definition, digest, warnings, published_by as "publishedBy", published_at as "publishedAt"
     from contract_versions where tool = $1 and version = $2`,
    tool,
    version,
  );
  return rows[0] ?? null;
}

export async function findWrittenContract(
  client: Client,
  tool: string,
  version: number,
): Promise<WrittenContract | null> {
  const row = await client.contractVersion.findUnique({ where: { tool_version: { tool, version } } });
  return row === null ? null : toWritten(row);
}

export type ListedContract = {
  tool: string;
  title: string;
  effect: "read" | "write_idempotent" | "write_non_idempotent" | "irreversible";
  value: "low" | "high";
  mode: "enforce" | "observe";
  version: number;
  publishedAt: Date;
  warningCount: number;
};

/** By name. Of the definitions only what a list shows: they can be large. */
export async function listActiveContracts(
  client: Reader,
  page: { after: string; limit: number },
): Promise<ListedContract[]> {
  return client.$queryRawUnsafe<ListedContract[]>(
    `select c.tool, v.definition->>'title' as "title", v.definition->>'effect' as "effect",
            v.definition->>'value' as "value", v.definition->>'mode' as "mode", v.version,
            v.published_at as "publishedAt", json_array_length(v.warnings) as "warningCount"
     from contracts c join contract_versions v on v.tool = c.tool and v.version = c.active_version
     where c.tool > $1 order by c.tool limit $2`,
    page.after,
    page.limit,
  );
}

export type PublishedVersion = { version: number; publishedAt: Date; publishedBy: string | null };

const PUBLISHED = { version: true, publishedAt: true, publishedBy: true } as const;
const VERSIONS_MAX = 500;

/** Newest first. Definitions and sources stay where they are: they can be large, and there can be many. */
export async function listContractVersions(
  client: Client,
  tool: string,
  page: { before?: number | undefined; limit: number } = { limit: VERSIONS_MAX },
): Promise<PublishedVersion[]> {
  return client.contractVersion.findMany({
    where: { tool, ...(page.before === undefined ? {} : { version: { lt: page.before } }) },
    orderBy: { version: "desc" },
    select: PUBLISHED,
    take: page.limit,
  });
}

export async function findNewestVersion(client: Client, tool: string): Promise<PublishedVersion | null> {
  return client.contractVersion.findFirst({ where: { tool }, orderBy: { version: "desc" }, select: PUBLISHED });
}

/** `engines`: by normaliser, those above 1 (`domain/normalise/engines`). */
export type NamedDerivation = { digest: string; version: number; engines: Engines };
/** `movesTo`: the derivation that a worker wants its tool to go over to. */
export type OpenDerivation = NamedDerivation & { retiredAt: Date | null; movesTo: string | null };

/** Every way in which keys of this tool were derived and that may still have intents (DESIGN 5). */
export async function listOpenDerivations(client: Client, tool: string): Promise<OpenDerivation[]> {
  return listDerivations(client, { tool, closedAt: null });
}

/** The oldest first. */
export async function listDerivations(
  client: Client,
  where: { tool: string; closedAt?: null },
): Promise<OpenDerivation[]> {
  const rows = await client.keyDerivation.findMany({
    where,
    orderBy: { openedAt: "asc" },
    select: { digest: true, version: true, engines: true, retiredAt: true, movesTo: true },
  });
  return rows.map(({ engines, ...row }) => ({ ...row, engines: engines as Engines }));
}

/** The one that new keys of the active version are made by. A release that knows no engines may have left two. */
export function recordingOf<D extends Pick<OpenDerivation, "version" | "retiredAt">>(
  open: readonly D[],
  activeVersion: number,
): D | undefined {
  const own = open.filter(({ version }) => version === activeVersion);
  return own.findLast(({ retiredAt }) => retiredAt === null) ?? own.at(-1);
}

/** From now on intake reads submissions in this way, and makes keys in it; in every other only until that is closed. */
export async function openDerivation(tx: Tx, tool: string, named: NamedDerivation): Promise<void> {
  const { digest, version, engines } = named;
  await tx.$executeRawUnsafe(
    `update key_derivations set retired_at = statement_timestamp(), closes_at = null, moves_at = null, moves_to = null
     where tool = $1 and digest <> $2 and closed_at is null and retired_at is null`,
    tool,
    digest,
  );
  await tx.keyDerivation.upsert({
    where: { tool_digest: { tool, digest } },
    create: { tool, digest, version, engines },
    update: { version, engines, retiredAt: null, closesAt: null, closedAt: null },
  });
}

export type RecordingDerivation = NamedDerivation & { tool: string; movesTo: string | null };

/** Of every tool the derivation that its keys are made by, as `recordingOf` finds it. */
export async function listRecordingDerivations(client: Reader): Promise<RecordingDerivation[]> {
  return client.$queryRawUnsafe<RecordingDerivation[]>(
    `select distinct on (d.tool) d.tool, d.digest, d.version, d.engines, d.moves_to as "movesTo"
     from key_derivations d join contracts c on c.tool = d.tool and c.active_version = d.version
     where d.closed_at is null order by d.tool, d.retired_at is null desc, d.opened_at desc`,
  );
}

export type AskedMove = { tool: string; digest: string; to: string; overlapMs: number; silenceMaxMs: number };

/**
 * A worker wants the tool moved. True: it has been asked for without a silence until the overlap was over. Where it was
 * not asked for so long, or another one was, the overlap begins now.
 */
export async function askMove(client: Reader, { tool, digest, to, overlapMs, silenceMaxMs }: AskedMove) {
  const [row] = await client.$queryRawUnsafe<{ isDue: boolean }[]>(
    `update key_derivations d set moves_to = $3, moves_asked_at = clock.now,
       moves_at = case when d.moves_to = $3 and d.moves_asked_at >= clock.now - $5 * interval '1 millisecond'
                  then d.moves_at else clock.now + $4 * interval '1 millisecond' end
     from (select statement_timestamp()::timestamptz(3) as now) as clock
     where d.tool = $1 and d.digest = $2 returning d.moves_at < clock.now as "isDue"`,
    tool,
    digest,
    to,
    overlapMs,
    silenceMaxMs,
  );
  return row?.isDue ?? false;
}

/** A process that would not take the tool there is running. */
export async function putOffMove(client: Pick<Tx, "$executeRawUnsafe">, tool: string, digest: string, to: string) {
  await client.$executeRawUnsafe(
    "update key_derivations set moves_at = null, moves_to = null where tool = $1 and digest = $2 and moves_to = $3",
    tool,
    digest,
    to,
  );
}

/** Something of these is open again: whenever they were to close, it is too early now. */
export async function keepDerivationsOpen(tx: Writer, derivations: { tool: string; digest: string }[]): Promise<void> {
  if (derivations.length === 0) return;
  await tx.$executeRawUnsafe(
    `update key_derivations d set closes_at = null, closed_at = null
     from unnest($1::text[], $2::text[]) as w(tool, digest)
     where d.tool = w.tool and d.digest = w.digest and (d.closes_at is not null or d.closed_at is not null)`,
    derivations.map(({ tool }) => tool),
    derivations.map(({ digest }) => digest),
  );
}

export async function countOpenDerivations(tx: Pick<Tx, "$queryRawUnsafe">, tool: string): Promise<number> {
  const [row] = await tx.$queryRawUnsafe<{ count: number }[]>(
    "select count(*)::int as count from key_derivations where tool = $1 and closed_at is null",
    tool,
  );
  return row?.count ?? 0;
}

export type RetiredDerivation = { tool: string; digest: string; closesAt: Date | null };

/** Open derivations of tools that have more than one: all but the newest may be over. */
export async function listRetiredDerivations(
  client: Pick<Tx, "$queryRawUnsafe">,
  limit: number,
): Promise<RetiredDerivation[]> {
  return client.$queryRawUnsafe<RetiredDerivation[]>(
    `select d.tool, d.digest, d.closes_at as "closesAt"
     from key_derivations d join contracts c on c.tool = d.tool
     where d.closed_at is null and (d.version <> c.active_version or (d.retired_at is not null and exists (
         select 1 from key_derivations r where r.tool = d.tool and r.version = c.active_version
           and r.closed_at is null and r.retired_at is null)))
       and (d.closes_at is null or d.closes_at <= statement_timestamp())
     order by d.closes_at nulls last, random() limit $1`,
    limit,
  );
}

/** Looks only where something can be open. */
export async function hasOpenIntents(tx: Tx, tool: string, digest: string): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(
    `select 1 from intents where hold_expires_at is not null and tool = $1 and derivation in ($2, '')
     union all select 1 from due d cross join lateral (select derivation from intents where id = d.intent_id offset 0) as i
       where d.what in ('run', 'lease') and d.tool = $1 and i.derivation in ($2, '')
     union all select 1 from intents where doubt_since is not null and tool = $1 and derivation in ($2, '')
     limit 1`,
    tool,
    digest,
  );
  return rows.length > 0;
}

export async function closesAtOf(tx: Tx, tool: string, digest: string): Promise<Date | null> {
  const row = await tx.keyDerivation.findUnique({ where: { tool_digest: { tool, digest } } });
  return row?.closesAt ?? null;
}

export async function closeDerivation(
  tx: Tx,
  tool: string,
  digest: string,
  change: { closesAt: Date | null } | { closedAt: Date },
): Promise<void> {
  await tx.keyDerivation.update({ where: { tool_digest: { tool, digest } }, data: change });
}

/** Publishers of one tool go one after the other, and intake (which shares this lock) never straddles a publish. */
export async function lockTool(tx: Tx, tool: string): Promise<void> {
  await takeLocks(tx, "pg_advisory_xact_lock", [toolLock(tool)]);
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

function toWritten({ warnings, format, ...row }: ContractVersion): WrittenContract {
  return { ...row, warnings: warnings as string[], format: format as "yaml" | "json" };
}
