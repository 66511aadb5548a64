/** Divergences that somebody should look at. Raised in the transaction that found them. */
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";
import { insertion, type Write } from "./write-together";

export type FindingState = "open" | "acknowledged" | "resolved";

export type FindingRow = {
  id: string;
  kind: string;
  state: FindingState;
  namespace: string;
  tool: string;
  intentId: string | null;
  submissionId: string | null;
  data: Record<string, unknown>;
  note: string | null;
  createdAt: Date;
  /** Who changed its state last, and when; null: nobody yet. */
  changedBy: { id: string; name: string } | null;
  changedAt: Date | null;
  /** The last reconciliation that saw it, and when. */
  reconciliationId: string | null;
  seenAt: Date | null;
  version: number;
};

export const FINDINGS = {
  id: ["id", "text"],
  kind: ["kind", "text"],
  namespace: ["namespace", "text"],
  tool: ["tool", "text"],
  intentId: ["intent_id", "text"],
  submissionId: ["submission_id", "text"],
  data: ["data", "json"],
  createdAt: ["created_at", "timestamptz(3)"],
} satisfies Columns;

export type NewFinding = Pick<FindingRow, keyof typeof FINDINGS>;

export function findingsWrite(findings: NewFinding[]): Write | null {
  return insertion("findings", FINDINGS, findings);
}

const KEYED = {
  ...FINDINGS,
  key: ["key", "text"],
  reconciliationId: ["reconciliation_id", "text"],
  seenAt: ["seen_at", "timestamptz(3)"],
} satisfies Columns;

/** `key`: what makes it the same finding; one that is there already is only seen again. */
export type KeyedFinding = NewFinding & { key: string; reconciliationId: string | null; seenAt: Date };

/** The same, to be written beside other things: one that is there already stays as it is. */
export function keyedFindingsWrite(found: KeyedFinding[]): Write | null {
  const byKey = new Map(found.map((finding) => [finding.key, finding]));
  const rows = [...byKey.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  return insertion("findings", KEYED, rows, " on conflict (key) where key is not null do nothing");
}

/** Returns those that are new. In the order of their keys: two that raise the same ones never wait in a circle. */
export async function raiseFindings(
  tx: Pick<RawTx, "$queryRawUnsafe">,
  found: KeyedFinding[],
): Promise<KeyedFinding[]> {
  const byKey = new Map(found.map((finding) => [finding.key, finding]));
  if (byKey.size === 0) return [];
  const rows = [...byKey.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  const arrays = toArrays(KEYED, rows);
  const seen = await tx.$queryRawUnsafe<{ id: string }[]>(
    `${insertArraysSql("findings", arrays, 1)} on conflict (key) where key is not null
     do update set seen_at = excluded.seen_at, reconciliation_id = coalesce(excluded.reconciliation_id, findings.reconciliation_id)
     returning id`,
    ...arrays.arrays,
  );
  const ids = new Set(seen.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

export type FindingFilter = {
  state?: string | undefined;
  kind?: string | undefined;
  tool?: string | undefined;
  intent?: string | undefined;
  reconciliation?: string | undefined;
  before?: string | undefined;
  limit: number;
};

type Reader = Pick<Tx, "$queryRawUnsafe">;

const SELECT = `select f.id, f.kind, f.state, f.namespace, f.tool, f.intent_id as "intentId",
    f.submission_id as "submissionId", f.data, f.note, f.created_at as "createdAt",
    case when f.changed_by is not null then json_build_object('id', f.changed_by, 'name', coalesce(o.name, f.changed_by)) end
      as "changedBy",
    f.changed_at as "changedAt", f.reconciliation_id as "reconciliationId", f.seen_at as "seenAt", f.version
  from findings f left join operators o on o.id = f.changed_by`;

/** Newest first. Only what is asked for is in the statement: each filter has a plan of its own. */
export async function listFindings(client: Reader, filter: FindingFilter): Promise<FindingRow[]> {
  const { state, kind, tool, intent, reconciliation, before, limit } = filter;
  const conditions = { state, kind, tool, intent_id: intent, reconciliation_id: reconciliation };
  const asked = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const where = asked.map(([column], index) => `f.${column} = $${index + 2}`);
  const values = asked.map(([, value]) => value);
  if (before !== undefined) where.push(`f.id < $${values.push(before) + 1}`);
  return client.$queryRawUnsafe<FindingRow[]>(
    `${SELECT} ${where.length === 0 ? "" : `where ${where.join(" and ")}`} order by f.id desc limit $1`,
    limit,
    ...values,
  );
}

export async function findFinding(client: Reader, id: string): Promise<FindingRow | null> {
  const rows = await client.$queryRawUnsafe<FindingRow[]>(`${SELECT} where f.id = $1`, id);
  return rows[0] ?? null;
}

export type FindingChange = { state: FindingState; note: string | null; changedBy: string; changedAt: Date };

/** False: somebody else was faster. */
export async function changeFinding(tx: Tx, id: string, version: number, change: FindingChange): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `update findings set state = $3, note = $4, changed_by = $5, changed_at = $6, version = version + 1
     where id = $1 and version = $2`,
    id,
    version,
    change.state,
    change.note,
    change.changedBy,
    change.changedAt,
  );
  return count === 1;
}
