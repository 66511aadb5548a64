/** Which intents of a tool have outlived their args: a walk by id that comes by once, and a list of what must wait. */

import { hash } from "node:crypto";
import { firstIdAt } from "@/lib/domain/id";
import { digestLock } from "./locks";
import type { RawTx } from "./raw-transaction";

/** False: another worker walks through this tool just now. */
export async function lockRetention(tx: RawTx, tool: string): Promise<boolean> {
  const lock = digestLock(hash("sha256", `retention:${tool}`, "hex"));
  const [row] = await tx.$queryRawUnsafe<{ locked: boolean }[]>(
    "select pg_try_advisory_xact_lock($1::bigint) as locked",
    String(lock),
  );
  return row?.locked === true;
}

/** `dueAt` null: it has not ended. */
export type Outlived = { id: string; dueAt: Date | null };

const DUE = "greatest(ended_at + $2::double precision * interval '1 millisecond', window_ends_at)";

/** The next ones of the walk, whatever became of them; history must have them all. */
export async function walkOn(
  tx: RawTx,
  tool: string,
  retentionMs: number,
  wanted: { nowMs: number; limit: number },
): Promise<Outlived[]> {
  return tx.$queryRawUnsafe<Outlived[]>(
    `select i.id, ${DUE} as "dueAt" from (
       select id from history
       where tool = $1 and id > coalesce((select through_id from retention_marks where tool = $1), '') and id < $3
       order by id limit $4) as h
     join intents i on i.id = h.id order by i.id`,
    tool,
    retentionMs,
    firstIdAt("int", wanted.nowMs - retentionMs),
    wanted.limit,
  );
}

/** Those that had to wait and need not any more, as far as was known. */
export async function waitedFor(tx: RawTx, tool: string, retentionMs: number, limit: number): Promise<Outlived[]> {
  return tx.$queryRawUnsafe<Outlived[]>(
    `select i.id, ${DUE} as "dueAt" from (
       select intent_id from retention_waiting where tool = $1 and due_at <= clock_timestamp()
       order by due_at limit $3) as w
     join intents i on i.id = w.intent_id`,
    tool,
    retentionMs,
    limit,
  );
}

export async function saveMark(tx: RawTx, tool: string, throughId: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `insert into retention_marks (tool, through_id) values ($1, $2)
     on conflict (tool) do update set through_id = excluded.through_id`,
    tool,
    throughId,
  );
}

export async function letWait(tx: RawTx, tool: string, waiting: { id: string; dueAt: Date }[]): Promise<void> {
  if (waiting.length === 0) return;
  await tx.$executeRawUnsafe(
    `insert into retention_waiting (intent_id, tool, due_at)
     select id, $1, due_at from unnest($2::text[], $3::timestamptz[]) as w(id, due_at)
     on conflict (intent_id) do update set due_at = excluded.due_at`,
    tool,
    waiting.map(({ id }) => id),
    waiting.map(({ dueAt }) => dueAt),
  );
}

export async function stopWaiting(tx: RawTx, ids: string[]): Promise<void> {
  await tx.$executeRawUnsafe("delete from retention_waiting where intent_id = any($1)", ids);
}

export type KeptTool = { tool: string; retention: string | null };

/** Every tool and what its active contract says about how long args are kept. */
export async function listRetentions(client: Pick<RawTx, "$queryRawUnsafe">): Promise<KeptTool[]> {
  return client.$queryRawUnsafe<KeptTool[]>(
    `select c.tool, v.definition ->> 'retention' as retention
     from contracts c join contract_versions v on v.tool = c.tool and v.version = c.active_version order by c.tool`,
  );
}
