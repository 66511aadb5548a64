/** Attempts, read from the journal: a claim begins one, the first word on it ends it (the view `attempts`). */
import type { OutcomeClass } from "@/lib/domain/event";
import { sameIdAs } from "@/lib/domain/id";
import type { Failure } from "@/lib/domain/intent";
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

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type AttemptOnRecord = Pick<AttemptRow, "id" | "intentId" | "fence" | "argsDigest">;

/** Those that were committed, by id: whose they are, and which args they ran. */
export async function findAttempts(client: Reader, ids: string[]): Promise<Map<string, AttemptOnRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<AttemptOnRecord[]>(
    `select id, intent_id as "intentId", fence, args_digest as "argsDigest" from attempts where event_id = any($1)`,
    ids.map((id) => sameIdAs("evt", id)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** By intent: digest of the args that its last attempt ran. */
export async function lastArgsOf(client: Reader, intentIds: string[]): Promise<Map<string, string>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<Pick<AttemptRow, "intentId" | "argsDigest">[]>(
    `select i.id as "intentId", a."argsDigest" from unnest($1::text[]) as i(id) cross join lateral (
       select data ->> 'argsDigest' as "argsDigest" from journal
       where intent_id = i.id and type = 'intent.claim' and data ->> 'to' = 'executing'
       order by (data ->> 'fence')::integer desc limit 1) a`,
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
