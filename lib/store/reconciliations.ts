/** Comparisons with what the downstream says: their rows, who works on one, and what is due. */
import type { JsonValue } from "@/lib/domain/json";
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

export type Source = "probe" | "list" | "statement";
export type RunState = "receiving" | "running" | "finished" | "failed" | "stopped";
export type Phase = "receiving" | "reading" | "rows" | "intents" | "probing" | "done";
export type Counts = Record<string, number>;

export type ReconciliationRow = {
  id: string;
  number: number;
  tool: string;
  source: Source;
  state: RunState;
  phase: Phase;
  windowFrom: Date | null;
  windowTo: Date | null;
  marginMs: number;
  unit: "major" | "minor";
  requestedBy: { id: string; name: string } | null;
  scheduledFor: Date | null;
  createdAt: Date;
  readAt: Date | null;
  endedAt: Date | null;
  failure: string | null;
  counts: Counts;
  warnings: string[];
  done: number;
  total: number | null;
  cursor: JsonValue;
  tries: number;
  fence: number;
};

type Reader = Pick<RawTx, "$queryRawUnsafe">;

const COLUMNS = `r.id, r.number, r.tool, r.source, r.state, r.phase, r.window_from as "windowFrom", r.window_to as "windowTo",
  r.margin_ms as "marginMs", r.unit, r.scheduled_for as "scheduledFor", r.created_at as "createdAt",
  r.read_at as "readAt", r.ended_at as "endedAt", r.failure, r.counts, r.warnings, r.done, r.total, r.cursor, r.tries, r.fence`;
const SELECT = `select ${COLUMNS}, case when r.requested_by is not null
    then json_build_object('id', r.requested_by, 'name', coalesce(o.name, r.requested_by)) end as "requestedBy"
  from reconciliations r left join operators o on o.id = r.requested_by`;

export async function findReconciliation(client: Reader, id: string): Promise<ReconciliationRow | null> {
  return (await client.$queryRawUnsafe<ReconciliationRow[]>(`${SELECT} where r.id = $1`, id))[0] ?? null;
}

/** Newest first. */
export async function listReconciliations(
  client: Reader,
  filter: { tool?: string | undefined; before?: string | undefined; limit: number },
): Promise<ReconciliationRow[]> {
  const { tool, before, limit } = filter;
  const byTool = tool === undefined ? "true" : "r.tool = $3";
  return client.$queryRawUnsafe<ReconciliationRow[]>(
    `${SELECT} where ($2::text is null or r.id < $2) and ${byTool} order by r.id desc limit $1`,
    limit,
    before ?? null,
    ...(tool === undefined ? [] : [tool]),
  );
}

export type NewReconciliation = Pick<
  ReconciliationRow,
  "id" | "tool" | "source" | "state" | "phase" | "windowFrom" | "windowTo" | "marginMs" | "unit" | "scheduledFor"
> & { requestedBy: string | null; createdAt: Date; dueAt: Date };

/** Null: the schedule has started this one already. */
export async function insertReconciliation(tx: Reader, row: NewReconciliation): Promise<number | null> {
  const [inserted] = await tx.$queryRawUnsafe<{ number: number }[]>(
    `insert into reconciliations (id, tool, source, state, phase, window_from, window_to, margin_ms, unit, requested_by,
       scheduled_for, created_at, due_at, staged)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $4 = 'receiving')
     on conflict do nothing returning number`,
    ...[row.id, row.tool, row.source, row.state, row.phase, row.windowFrom, row.windowTo, row.marginMs, row.unit],
    ...[row.requestedBy, row.scheduledFor, row.createdAt, row.dueAt],
  );
  return inserted?.number ?? null;
}

export async function countGoingOn(client: Reader, tool: string): Promise<number> {
  const [found] = await client.$queryRawUnsafe<{ count: number }[]>(
    "select count(*)::integer as count from reconciliations where due_at is not null and tool = $1",
    tool,
  );
  return found?.count ?? 0;
}

/** Whichever waits longest; for so long nobody else takes it, even if whoever took it dies. */
export async function takeDueReconciliation(
  client: Reader,
  worker: string,
  forMs: number,
): Promise<ReconciliationRow | null> {
  const rows = await client.$queryRawUnsafe<ReconciliationRow[]>(
    `update reconciliations r set worker = $1, fence = r.fence + 1,
       due_at = clock_timestamp() + make_interval(secs => $2::double precision / 1000)
     where r.id = (select id from reconciliations where due_at <= clock_timestamp() and state = 'running'
                   order by due_at limit 1 for update skip locked)
     returning ${COLUMNS}, null as "requestedBy"`,
    worker,
    forMs,
  );
  return rows[0] ?? null;
}

export type Progress = Pick<ReconciliationRow, "phase" | "cursor" | "counts" | "done" | "total" | "tries"> & {
  readAt: Date | null;
  /** When the next step is due; null with an end. */
  inMs: number | null;
  end: { state: "finished" | "failed"; failure: string | null } | null;
  staged: boolean;
};

/** False: it was stopped, or somebody else has taken it since; then nothing of this step may stay. */
export async function saveProgress(tx: RawTx, id: string, fence: number, to: Progress): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `update reconciliations set phase = $3, cursor = $4::json, counts = $5::json, done = $6, total = $7, tries = $8,
       read_at = $9, staged = $10, state = $11, failure = $12,
       ended_at = case when $11 = 'running' then null else clock_timestamp() end,
       due_at = case when $11 = 'running' then clock_timestamp() + make_interval(secs => $13::double precision / 1000) end
     where id = $1 and fence = $2 and state = 'running'`,
    ...[
      id,
      fence,
      to.phase,
      JSON.stringify(to.cursor),
      JSON.stringify(to.counts),
      to.done,
      to.total,
      to.tries,
      to.readAt,
    ],
    ...[to.staged, to.end?.state ?? "running", to.end?.failure ?? null, to.inMs ?? 0],
  );
  return count === 1;
}

/** False: it was over already. */
export async function stopReconciliation(tx: Tx, id: string): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `update reconciliations set state = 'stopped', ended_at = clock_timestamp(), due_at = null, staged = (source <> 'probe')
     where id = $1 and state in ('receiving', 'running')`,
    id,
  );
  return count === 1;
}

/** Uploads whose web process went away in the middle. */
export async function failLostUploads(tx: Reader): Promise<{ id: string; tool: string }[]> {
  return tx.$queryRawUnsafe(
    `update reconciliations set state = 'failed', failure = 'upload_interrupted', ended_at = clock_timestamp(), due_at = null
     where state = 'receiving' and due_at <= clock_timestamp() returning id, tool`,
  );
}

export type ScheduledTool = { tool: string; definition: unknown; firstPublishedAt: Date; lastFor: Date | null };

/** Tools whose contract may ask for it, by name. */
export async function listScheduledTools(client: Reader, after: string, limit: number): Promise<ScheduledTool[]> {
  return client.$queryRawUnsafe<ScheduledTool[]>(
    `select c.tool, json_build_object('reconcile', v.definition->'reconcile', 'execute', v.definition->'execute') as definition,
       f.published_at as "firstPublishedAt",
       (select max(r.scheduled_for) from reconciliations r where r.tool = c.tool and r.scheduled_for is not null) as "lastFor"
     from contracts c
     join contract_versions v on v.tool = c.tool and v.version = c.active_version
     join contract_versions f on f.tool = c.tool and f.version = 1
     where c.tool > $1 and (v.definition->'reconcile' is not null or v.definition->'execute'->'list' is not null)
     order by c.tool limit $2`,
    after,
    limit,
  );
}

/** False: somebody stopped it, or took it for lost. */
export async function keepReceiving(
  tx: RawTx,
  id: string,
  { forMs, done }: { forMs: number; done: number },
): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `update reconciliations set done = $3, due_at = clock_timestamp() + make_interval(secs => $2::double precision / 1000)
     where id = $1 and state = 'receiving'`,
    id,
    forMs,
    done,
  );
  return count === 1;
}

export type CompletedUpload = {
  window: { from: Date; to: Date } | null;
  marginMs: number;
  counts: Counts;
  warnings: string[];
  at: Date;
};

/** All of it is staged: from now on workers compare. */
export async function completeUpload(tx: RawTx, id: string, upload: CompletedUpload): Promise<boolean> {
  const { window, marginMs, counts, warnings, at } = upload;
  const count = await tx.$executeRawUnsafe(
    `update reconciliations set state = 'running', phase = 'rows', window_from = $2, window_to = $3, margin_ms = $4,
       counts = $5::json, warnings = $6::json, done = 0, total = $7, read_at = $8, due_at = $8
     where id = $1 and state = 'receiving'`,
    ...[id, window?.from ?? null, window?.to ?? null, marginMs, JSON.stringify(counts), JSON.stringify(warnings)],
    ...[counts["rows"] ?? 0, at],
  );
  return count === 1;
}

/** Its worker stops: it is due at once for the next one. */
export async function giveBackReconciliation(
  client: Pick<RawTx, "$executeRawUnsafe">,
  id: string,
  fence: number,
): Promise<void> {
  await client.$executeRawUnsafe(
    "update reconciliations set due_at = clock_timestamp() where id = $1 and fence = $2 and state = 'running'",
    id,
    fence,
  );
}
