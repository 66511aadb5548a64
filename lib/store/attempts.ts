import type { OutcomeClass } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { ATTEMPTS, insertRows } from "./columns";
import type { RawTx } from "./raw-transaction";

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
  tx: RawTx,
  rows: Omit<AttemptRow, "endedAt" | "outcome" | "failure" | "exchange">[],
): Promise<void> {
  await insertRows(tx, "attempts", ATTEMPTS, rows);
}

export async function endAttempts(tx: RawTx, ended: EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  await tx.$executeRawUnsafe(
    `update attempts as a set ended_at = e."endedAt", outcome = e.outcome, failure = e.failure, exchange = e.exchange
     from json_to_recordset($1::json) as e(id text, "endedAt" timestamptz(3), outcome text, failure json, exchange json)
     where a.id = e.id and a.ended_at is null`,
    JSON.stringify(ended),
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
