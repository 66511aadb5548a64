/** Erasures that were asked for, and what of each is still to be done. Whom they are about is not here. */
import { sameIdAs } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";
import type { Engines } from "@/lib/domain/normalise/engines";
import { eventIdOf, insertRows } from "./columns";
import type { RawTx } from "./raw-transaction";
import type { Columns } from "./row-arrays";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type ErasureRow = {
  id: string;
  reference: string | null;
  tool: string | null;
  requestedBy: string;
  requestedByName: string | null;
  foundCount: number;
  erasedCount: number;
  createdAt: Date;
  endedAt: Date | null;
};
/** `submissionId` empty: the whole intent. */
export type ErasureItem = { intentId: string; submissionId: string };

export type NewErasure = Omit<ErasureRow, "requestedByName" | "erasedCount" | "endedAt">;

const ERASURES = {
  id: ["id", "text"],
  reference: ["reference", "text"],
  tool: ["tool", "text"],
  requestedBy: ["requested_by", "text"],
  foundCount: ["found_count", "integer"],
  createdAt: ["created_at", "timestamptz(3)"],
} satisfies Columns;
const ITEMS = {
  erasureId: ["erasure_id", "text"],
  intentId: ["intent_id", "text"],
  submissionId: ["submission_id", "text"],
  dueAt: ["due_at", "timestamptz(3)"],
} satisfies Columns;

export async function insertErasure(tx: RawTx, erasure: NewErasure, items: ErasureItem[]): Promise<void> {
  await insertRows(tx, "erasures", ERASURES, [erasure]);
  const rows = items.map((item) => ({ ...item, erasureId: erasure.id, dueAt: erasure.createdAt }));
  if (rows.length > 0) await insertRows(tx, "erasure_items", ITEMS, rows);
}

const SELECT = `
  select e.id, e.reference, e.tool, e.requested_by as "requestedBy", o.name as "requestedByName",
    e.found_count as "foundCount", e.erased_count as "erasedCount", e.created_at as "createdAt", e.ended_at as "endedAt"
  from erasures e left join operators o on o.id = e.requested_by`;

export async function findErasure(client: Reader, id: string): Promise<ErasureRow | null> {
  const rows = await client.$queryRawUnsafe<ErasureRow[]>(`${SELECT} where e.id = $1`, id);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listErasures(client: Reader, before: string | undefined, limit: number): Promise<ErasureRow[]> {
  return client.$queryRawUnsafe<ErasureRow[]>(
    `${SELECT} where $1::text is null or e.id < $1 order by e.id desc limit $2`,
    before ?? null,
    limit,
  );
}

export type DueItem = ErasureItem & { erasureId: string };

/** Locked until the transaction ends: two workers never do the same one. */
export async function lockDueItems(tx: RawTx, limit: number): Promise<DueItem[]> {
  return tx.$queryRawUnsafe<DueItem[]>(
    `select erasure_id as "erasureId", intent_id as "intentId", submission_id as "submissionId" from erasure_items
     where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked`,
    limit,
  );
}

export async function postponeItems(tx: RawTx, items: DueItem[], byMs: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `update erasure_items set due_at = clock_timestamp() + $3::integer * interval '1 millisecond'
     where submission_id = '' and (erasure_id, intent_id) in (select * from unnest($1::text[], $2::text[]))`,
    items.map(({ erasureId }) => erasureId),
    items.map(({ intentId }) => intentId),
    byMs,
  );
}

export async function removeItems(tx: RawTx, items: DueItem[]): Promise<void> {
  const columns = [items.map((item) => item.erasureId), items.map((item) => item.intentId)];
  await tx.$executeRawUnsafe(
    `with gone as (
       delete from erasure_items
       where (erasure_id, intent_id, submission_id) in (select * from unnest($1::text[], $2::text[], $3::text[]))
       returning erasure_id
     )
     update erasures e set erased_count = e.erased_count + g.count
     from (select erasure_id, count(*)::integer as count from gone group by erasure_id) as g where e.id = g.erasure_id`,
    ...columns,
    items.map(({ submissionId }) => submissionId),
  );
}

/** Those of which nothing is left to do; each is told of once. */
export async function endErasures(tx: RawTx, at: Date): Promise<{ id: string; erasedCount: number }[]> {
  return tx.$queryRawUnsafe(
    `update erasures e set ended_at = $1::timestamptz
     where e.ended_at is null and not exists (select 1 from erasure_items i where i.erasure_id = e.id)
     returning e.id, e.erased_count as "erasedCount"`,
    at,
  );
}

/** What may be about a person, by the digests of how the value may have been read. */
export type CandidateRow = {
  id: string;
  tool: string;
  contractVersion: number;
  identity: JsonObject;
  /** Those that spelled its identity; null: not on record. */
  engines: Engines | null;
  isOpen: boolean;
};

/** One page, by id; it reads a page of each digest, however many intents have the value. */
export async function listCandidates(
  client: Reader,
  { digests, after, limit }: { digests: Uint8Array[]; after: string; limit: number },
): Promise<CandidateRow[]> {
  return client.$queryRawUnsafe<CandidateRow[]>(
    `select i.id, i.tool, i.contract_version as "contractVersion", i.identity, k.engines, i.ended_at is null as "isOpen"
     from (select distinct v.intent_id from unnest($1::bytea[]) as d(digest) cross join lateral (
             select intent_id from identity_values where digest = d.digest and intent_id > $2
             order by intent_id limit $3) as v
           order by v.intent_id limit $3) as found
     join intents i on i.id = found.intent_id
     left join key_derivations k on k.tool = i.tool and k.digest = i.derivation order by i.id`,
    digests,
    after,
    limit,
  );
}

export type ApartSubmission = {
  id: string;
  intentId: string;
  tool: string;
  contractVersion: number;
  executableArgs: JsonObject;
  /** It came under the caller's key of an action that it does not ask for. */
  isStray: boolean;
};

/** Submissions that their intent's identity does not tell of: strays, and what came after the intent was erased. */
export async function listApart(
  client: Reader,
  intentIds: string[],
  { after, limit }: { after: string; limit: number },
): Promise<ApartSubmission[]> {
  return client.$queryRawUnsafe<ApartSubmission[]>(
    `select s.id, i.id as "intentId", i.tool, s.contract_version as "contractVersion",
       s.executable_args as "executableArgs", s.refusal is not distinct from 'idempotency_key_reused' as "isStray"
     from intents i join submissions own on own.event_id = ${eventIdOf("i.submission_id")}
       join submissions s on s.intent_id = i.id
     where i.id = any($1) and s.event_id > $2 and s.erased_at is null
       and (own.erased_at is not null or s.refusal = 'idempotency_key_reused')
     order by s.event_id limit $3`,
    intentIds,
    sameIdAs("evt", after),
    limit,
  );
}
