/**
 * Grants while a batch decides: locked, counted, used. Reading for people is in `grant-history`.
 *
 *  C1 A grant's row carries what was used of it, so that asking costs the same after a million uses as after none.
 *  C2 Counters only ever move by what the uses written beside them add, in one transaction: they are the uses, summed.
 */
import type { Grant } from "@/lib/domain/grant/grant";
import { spendSum } from "@/lib/domain/grant/spend";
import { insertRows } from "./columns";
import type { Tx } from "./database";
import type { RawTx, Writer } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;
type GrantRow = Omit<Grant, "expiresAt"> & { expiresAt: Date };
export type NewGrantUse = {
  grantId: string;
  decisionId: string;
  intentId: string;
  amount: string;
  currency: string;
  atMs: number;
};
/** What one batch adds to a grant's counters. */
type Added = { id: string; usesCount: number; sums: Record<string, string>; lastUsedAt: Date };

export const GRANT_COLUMNS = `g.id, g.tool, g.namespace, g.agent_id as "agentId", g.pins, g.expires_at as "expiresAt",
  g.uses_max as "usesMax", g.uses_count as "usesCount", g.sum_max as "sumMax", g.sum_of as "sumOf", g.sums`;

/**
 * What may be used now, locked in the order of ids so that two batches never wait for each other in a circle. Whoever
 * had to wait gets the row, counters included, as the other one left it.
 */
export async function lockUsableGrants(tx: RawTx, tools: string[], atMs: number): Promise<Grant[]> {
  return selectUsable(tx, tools, atMs, "for update");
}

export type FreeGrants = { grants: Grant[]; lockedByTool: Map<string, string> };

/**
 * The same, of those that are free. A tool of which another transaction holds a grant is named with it; so is one whose
 * grant was revoked since this statement began, and the next look finds that it is gone.
 */
export async function lockFreeGrants(tx: RawTx, tools: string[], atMs: number): Promise<FreeGrants> {
  const rows = await tx.$queryRawUnsafe<(Partial<GrantRow> & { askedId: string; askedTool: string })[]>(
    `select ${GRANT_COLUMNS}, asked.id as "askedId", asked.tool as "askedTool"
     from (select id, tool from grants where tool = any($1) and revoked_at is null and expires_at > $2) as asked
     left join lateral (
       select * from grants own
       where own.id = asked.id and own.revoked_at is null and own.expires_at > $2 for update skip locked) as g on true
     order by asked.id`,
    tools,
    new Date(atMs),
  );
  const lockedByTool = new Map<string, string>();
  const grants = rows.flatMap(({ askedId, askedTool, ...row }) => {
    if (row.id != null) return [toGrant(row as GrantRow)];
    lockedByTool.set(askedTool, askedId);
    return [];
  });
  return { grants, lockedByTool };
}

function toGrant(row: GrantRow): Grant {
  return { ...row, expiresAt: row.expiresAt.getTime() };
}

/** For a dry run: what a batch would find, without making one wait. */
export async function findUsableGrants(client: Reader, tools: string[], atMs: number): Promise<Grant[]> {
  return selectUsable(client, tools, atMs, "");
}

async function selectUsable(
  client: Reader,
  tools: string[],
  atMs: number,
  locking: "for update" | "",
): Promise<Grant[]> {
  if (tools.length === 0) return [];
  const rows = await client.$queryRawUnsafe<GrantRow[]>(
    `select ${GRANT_COLUMNS} from grants g
     where g.tool = any($1) and g.revoked_at is null and g.expires_at > $2 order by g.id ${locking}`,
    tools,
    new Date(atMs),
  );
  return rows.map(toGrant);
}

/** After `lockUsableGrants`, in its transaction: each use, and what they add to the counters (C2). */
export async function insertGrantUses(tx: Writer, uses: NewGrantUse[]): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map(({ atMs, ...use }) => ({ ...use, at: new Date(atMs) }));
  await insertRows(tx, "grant_uses", GRANT_USES, rows);
  // `numeric` adds exactly, and adding to the row as it is cannot lose what somebody else added.
  await tx.$executeRawUnsafe(
    `update grants g
     set uses_count = g.uses_count + r."usesCount",
         last_used_at = greatest(g.last_used_at, r."lastUsedAt"),
         sums = (
           select coalesce(json_object_agg(s.currency, s.amount order by s.currency), '{}')
           from (select key as currency, trim_scale(sum(value::numeric))::text as amount
                 from (select * from json_each_text(g.sums) union all select * from json_each_text(r.sums)) as parts
                 group by key) as s)
     from json_to_recordset($1::json) as r(id text, "usesCount" integer, sums json, "lastUsedAt" timestamptz(3))
     where g.id = r.id`,
    JSON.stringify(addUp(uses)),
  );
}

function addUp(uses: NewGrantUse[]): Added[] {
  const added = new Map<string, Added>();
  for (const { grantId: id, amount, currency, atMs } of uses) {
    const before = added.get(id) ?? { id, usesCount: 0, sums: {}, lastUsedAt: new Date(atMs) };
    const sums =
      amount === "0" ? before.sums : { ...before.sums, [currency]: spendSum(before.sums, { amount, currency }) };
    const lastUsedAt = new Date(Math.max(before.lastUsedAt.getTime(), atMs));
    added.set(id, { id, usesCount: before.usesCount + 1, sums, lastUsedAt });
  }
  return [...added.values()];
}

export type NewGrant = Omit<Grant, "usesCount" | "sums" | "expiresAt"> & {
  expiresAt: Date;
  reason: string | null;
  createdBy: string;
  createdAt: Date;
};

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { pins, ...row } = grant;
  await tx.grant.create({ data: { ...row, pins: pins as object } });
}

/** Usable in principle: not revoked and not expired, whatever is left of it. */
export async function countLiveGrants(tx: Tx, tool: string, at: Date): Promise<number> {
  return tx.grant.count({ where: { tool, revokedAt: null, expiresAt: { gt: at } } });
}

/** False when it was revoked before. A batch that holds the row's lock ends first; no later one finds it. */
export async function revokeGrantRow(tx: Tx, id: string, by: string, at: Date): Promise<boolean> {
  const { count } = await tx.grant.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: at, revokedBy: by },
  });
  return count === 1;
}

const GRANT_USES = {
  grantId: ["grant_id", "text"],
  decisionId: ["decision_id", "text"],
  intentId: ["intent_id", "text"],
  amount: ["amount", "numeric"],
  currency: ["currency", "text"],
  at: ["at", "timestamptz(3)"],
} as const;
