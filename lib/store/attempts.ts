import type { OutcomeClass } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { ATTEMPTS, insertRows } from "./columns";
import type { RawTx, Writer } from "./raw-transaction";
import { type Columns, rowsSql, toArrays, valueSql } from "./row-arrays";

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

export async function insertAttempts(
  tx: Writer,
  rows: Omit<AttemptRow, "endedAt" | "outcome" | "failure" | "exchange">[],
): Promise<void> {
  await insertRows(tx, "attempts", ATTEMPTS, rows);
}

const ENDED: Columns = {
  id: ["id", "text"],
  endedAt: ["ended_at", "timestamptz(3)"],
  outcome: ["outcome", "text"],
  failure: ["failure", "json"],
  exchange: ["exchange", "json"],
};

export async function endAttempts(tx: Writer, ended: EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  const arrays = toArrays(ENDED, ended);
  const changed = arrays.columns.filter(({ column }) => column !== "id");
  await tx.$executeRawUnsafe(
    `update attempts as a set ${changed.map((one) => `${one.column} = ${valueSql(one)}`).join(", ")}
     from ${rowsSql(arrays, 1)} where a.id = r.id and a.ended_at is null`,
    ...arrays.arrays,
  );
}

/** Attempts whose lease ran out and that nobody settled: their workers are dead, frozen or cut off. */
export async function lostLeases(client: Reader, limit: number): Promise<{ id: string; intentId: string }[]> {
  return client.$queryRawUnsafe(
    `select id, intent_id as "intentId" from attempts
     where ended_at is null and lease_until <= statement_timestamp() order by lease_until limit $1`,
    limit,
  );
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
