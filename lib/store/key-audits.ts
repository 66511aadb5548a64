/**
 * Key audits as they are asked for, run and kept. One at a time: an index admits no second that has not ended.
 *
 * A1  Who holds the lease writes, and names its fence; a worker that was away too long writes nothing.
 */
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type KeyAuditRow = {
  id: string;
  state: "waiting" | "running" | "finished" | "failed";
  windowFrom: Date;
  windowTo: Date;
  /** Null: the schedule. */
  requestedBy: { id: string; name: string } | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  done: number;
  total: number | null;
  failure: string | null;
};

const COLUMNS = `k.id, k.state, k.window_from as "windowFrom", k.window_to as "windowTo",
  case when k.requested_by is not null
    then json_build_object('id', k.requested_by, 'name', coalesce(o.name, k.requested_by)) end as "requestedBy",
  k.created_at as "createdAt", k.started_at as "startedAt", k.ended_at as "endedAt", k.done, k.total, k.failure`;
const FROM = "from key_audits k left join operators o on o.id = k.requested_by";

export type NewKeyAudit = Pick<KeyAuditRow, "id" | "windowFrom" | "windowTo" | "createdAt"> & {
  requestedBy: string | null;
};

/** False: one is waiting or running. */
export async function insertKeyAudit(tx: Tx, row: NewKeyAudit): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `insert into key_audits (id, state, window_from, window_to, requested_by, created_at)
     values ($1, 'waiting', $2, $3, $4, $5) on conflict do nothing`,
    row.id,
    row.windowFrom,
    row.windowTo,
    row.requestedBy,
    row.createdAt,
  );
  return count === 1;
}

/** Newest first. */
export async function listKeyAudits(client: Reader, page: { before?: string | undefined; limit: number }) {
  return client.$queryRawUnsafe<KeyAuditRow[]>(
    `select ${COLUMNS} ${FROM} where $1::text is null or k.id < $1 order by k.id desc limit $2`,
    page.before ?? null,
    page.limit,
  );
}

export async function findKeyAudit(client: Reader, id: string) {
  const rows = await client.$queryRawUnsafe<(KeyAuditRow & { result: unknown })[]>(
    `select ${COLUMNS}, k.result ${FROM} where k.id = $1`,
    id,
  );
  return rows[0] ?? null;
}

export type KeyAuditSchedule = {
  /** When it asked last, or, where it never did, when there was first something to look at. */
  ranAt: Date | null;
  /** Until when the last of its own that ended well has looked. */
  auditedTo: Date | null;
};

/** What people asked for meanwhile, of whatever range, neither puts off the next one nor shortens its range. */
export async function readSchedule(client: Reader): Promise<KeyAuditSchedule> {
  const rows = await client.$queryRawUnsafe<KeyAuditSchedule[]>(
    `select coalesce((select max(created_at) from key_audits where requested_by is null),
                     (select created_at from intents order by id limit 1)) as "ranAt",
            (select max(window_to) from key_audits where requested_by is null and state = 'finished') as "auditedTo"`,
  );
  return rows[0] ?? { ranAt: null, auditedTo: null };
}

export type HeldKeyAudit = {
  id: string;
  windowFrom: Date;
  windowTo: Date;
  requestedBy: string | null;
  cursor: string;
  done: number;
  total: number | null;
  partial: unknown;
  fence: number;
  isFirstTake: boolean;
};

/** What waits, or what nobody holds any more; null: nothing. */
export async function takeKeyAudit(tx: Tx, worker: string, leaseMs: number): Promise<HeldKeyAudit | null> {
  const rows = await tx.$queryRawUnsafe<HeldKeyAudit[]>(
    `update key_audits set state = 'running', started_at = coalesce(started_at, clock_timestamp()), worker = $1,
            fence = fence + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     where id = (select id from key_audits
                 where ended_at is null and (lease_until is null or lease_until < clock_timestamp())
                 limit 1 for update skip locked)
     returning id, window_from as "windowFrom", window_to as "windowTo", requested_by as "requestedBy", cursor, done,
               total, partial, fence, fence = 1 as "isFirstTake"`,
    worker,
    leaseMs,
  );
  return rows[0] ?? null;
}

export type KeyAuditProgress = { cursor: string; done: number; total: number; partial: unknown };

/** False: somebody else has taken it over (A1). */
export async function saveKeyAudit(
  client: Pick<RawTx, "$executeRawUnsafe">,
  { id, fence }: Pick<HeldKeyAudit, "id" | "fence">,
  { cursor, done, total, partial }: KeyAuditProgress,
  leaseMs: number,
): Promise<boolean> {
  const count = await client.$executeRawUnsafe(
    `update key_audits set cursor = $3, done = $4, total = $5, partial = $6::json,
            lease_until = clock_timestamp() + $7 * interval '1 millisecond'
     where id = $1 and fence = $2 and ended_at is null`,
    id,
    fence,
    cursor,
    done,
    total,
    JSON.stringify(partial),
    leaseMs,
  );
  return count === 1;
}

/** The same without anything new to keep. */
export async function keepKeyAudit(
  client: Pick<RawTx, "$executeRawUnsafe">,
  { id, fence }: Pick<HeldKeyAudit, "id" | "fence">,
  leaseMs: number,
): Promise<boolean> {
  const count = await client.$executeRawUnsafe(
    `update key_audits set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1 and fence = $2 and ended_at is null`,
    id,
    fence,
    leaseMs,
  );
  return count === 1;
}

/** Let go without an end, so that another worker may go on at once. */
export async function releaseKeyAudit(
  client: Pick<RawTx, "$executeRawUnsafe">,
  { id, fence }: Pick<HeldKeyAudit, "id" | "fence">,
): Promise<void> {
  await client.$executeRawUnsafe(
    "update key_audits set lease_until = null where id = $1 and fence = $2 and ended_at is null",
    id,
    fence,
  );
}

export type KeyAuditEnd = { at: Date; done: number } & ({ result: unknown } | { failure: string });

export async function endKeyAudit(
  tx: Pick<RawTx, "$executeRawUnsafe">,
  { id, fence }: Pick<HeldKeyAudit, "id" | "fence">,
  end: KeyAuditEnd,
): Promise<boolean> {
  const [result, failure] = "result" in end ? [JSON.stringify(end.result), null] : [null, end.failure];
  const count = await tx.$executeRawUnsafe(
    `update key_audits set state = case when $3::text is null then 'failed' else 'finished' end, result = $3::json,
            failure = $4, ended_at = $5, done = $6, partial = null, lease_until = null
     where id = $1 and fence = $2 and ended_at is null`,
    id,
    fence,
    result,
    failure,
    end.at,
    end.done,
  );
  return count === 1;
}
