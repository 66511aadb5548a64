import type { OutcomeClass } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { ATTEMPTS } from "./columns";
import type { RawTx } from "./raw-transaction";
import { type Columns, rowsSql, toArrays, valueSql } from "./row-arrays";
import { insertion, type Write } from "./write-together";

export type AttemptRow = {
  id: string;
  intentId: string;
  fence: number;
  worker: string;
  argsDigest: string;
  startedAt: Date;
  leaseUntil: Date;
  endedAt: Date | null;
  outcome: OutcomeClass | null;
  failure: Failure | null;
  exchange: unknown;
};

export type EndedAttempt = {
  id: string;
  endedAt: Date;
  outcome: OutcomeClass;
  failure: Failure | null;
  exchange: unknown;
};

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type StartedAttempt = Omit<AttemptRow, "endedAt" | "outcome" | "failure" | "exchange">;

export function startedAttemptsWrite(started: StartedAttempt[]): Write | null {
  return insertion("attempts", ATTEMPTS, started);
}

const ENDED: Columns = {
  id: ["id", "text"],
  endedAt: ["ended_at", "timestamptz(3)"],
  outcome: ["outcome", "text"],
  failure: ["failure", "json"],
  exchange: ["exchange", "json"],
};

export function endedAttemptsWrite(ended: EndedAttempt[]): Write | null {
  if (ended.length === 0) return null;
  const arrays = toArrays(ENDED, ended);
  const changed = arrays.columns.filter(({ column }) => column !== "id");
  const sql = (first: number) =>
    `update attempts as a set ${changed.map((one) => `${one.column} = ${valueSql(one)}`).join(", ")}
     from ${rowsSql(arrays, first)} where a.id = r.id and a.ended_at is null`;
  return { shape: `end attempts: ${arrays.shape}`, values: arrays.arrays, sql };
}

/** Attempts whose lease ran out and that nobody settled: their workers are dead, frozen or cut off. */
export async function lostLeases(client: Reader, limit: number): Promise<{ id: string; intentId: string }[]> {
  return client.$queryRawUnsafe(
    `select id, intent_id as "intentId" from attempts
     where ended_at is null and lease_until <= statement_timestamp() order by lease_until limit $1`,
    limit,
  );
}

export type AttemptOnRecord = Pick<AttemptRow, "id" | "intentId" | "fence" | "argsDigest">;

/** Those that were committed, by id: whose they are, and which args they ran. */
export async function findAttempts(client: Reader, ids: string[]): Promise<Map<string, AttemptOnRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<AttemptOnRecord[]>(
    `select id, intent_id as "intentId", fence, args_digest as "argsDigest" from attempts where id = any($1)`,
    ids,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** By intent: digest of the args that its last attempt ran. */
export async function lastArgsOf(client: Reader, intentIds: string[]): Promise<Map<string, string>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<Pick<AttemptRow, "intentId" | "argsDigest">[]>(
    `select i.id as "intentId", a.args_digest as "argsDigest" from unnest($1::text[]) as i(id)
     cross join lateral (select args_digest from attempts where intent_id = i.id order by fence desc limit 1) a`,
    intentIds,
  );
  return new Map(rows.map(({ intentId, argsDigest }) => [intentId, argsDigest]));
}

/** In the order they were made, which is that of their fences. */
export async function listAttempts(
  client: Reader,
  intentId: string,
  afterFence: number,
  limit: number,
): Promise<AttemptRow[]> {
  return client.$queryRawUnsafe<AttemptRow[]>(
    `select id, intent_id as "intentId", fence, worker, args_digest as "argsDigest", started_at as "startedAt",
            lease_until as "leaseUntil", ended_at as "endedAt", outcome, failure, exchange
     from attempts where intent_id = $1 and fence > $2 order by fence limit $3`,
    intentId,
    afterFence,
    limit,
  );
}
