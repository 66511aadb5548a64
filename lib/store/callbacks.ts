/**
 * Agents who gave a callbackUrl, and what they are to be told; the row is the outbox. Written in the transaction that
 * ended the intent or put it in doubt, in one statement for a whole batch; nearly always it finds nothing to write.
 */
import { hasEnded, isSettled, type State } from "@/lib/domain/intent";
import { eventIdOf, INTENTS, selectList } from "./columns";
import type { IntentRow } from "./intent-row";
import type { RawTx, Writer } from "./raw-transaction";

/** An agent that gives another address with each retry is told at so many. */
const PER_INTENT_MAX = 20;

/** Told of an end, of a doubt, and of how a doubt ended; not of what left it as it was. */
export function isToldOf(from: State, to: State): boolean {
  if (!isSettled(to)) return false;
  return !isSettled(from) || from.kind !== to.kind || (hasEnded(from) && hasEnded(to) && from.endedAt !== to.endedAt);
}

const ENQUEUE_SQL = `
  insert into callbacks (id, intent_id, submission_id, agent_id, url, origin, intent, created_at, due_at)
  select 'cbk_' || substr(s.id, 5) || '_' || i.version, i.id, s.id, s.agent_id, s.callback_url,
    substring(s.callback_url from '^[a-z]+://[^/?#]+'), (select row_to_json(r) from (select ${selectList(INTENTS, "i")}) as r),
    clock_timestamp(), clock_timestamp()
  from (select distinct intent_id from journal where intent_id = any($1::text[]) and calls_back) as asked
  join intents i on i.id = asked.intent_id
  cross join lateral (
    select distinct on (t.agent_id, t.callback_url) t.id, t.agent_id, t.callback_url from submissions t
    where t.intent_id = i.id and t.calls_back and t.callback_url is not null
    order by t.agent_id, t.callback_url, t.id limit ${PER_INTENT_MAX}
  ) as s`;

/** After the intents were saved: what is told is what was saved. */
export async function enqueueCallbacks(tx: Writer, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length > 0) await tx.$executeRawUnsafe(ENQUEUE_SQL, intentIds);
}

export type DueCallback = {
  id: string;
  intentId: string;
  submissionId: string;
  disposition: string;
  agentId: string;
  url: string;
  /** As it was when there was something to tell. */
  intent: IntentRow;
  agentName: string;
  /** Of the submission whose args ran. */
  reason: string | null;
  createdAt: Date;
  ageMs: number;
  /** This attempt included. */
  attemptCount: number;
};

type Stored = Omit<DueCallback, "intent"> & { intent: Record<string, unknown> };
type Client = Pick<RawTx, "$queryRawUnsafe" | "$executeRawUnsafe">;
/** Of one listed origin, or of all that are not listed. */
export type Origins = { origin: string } | { except: string[] };

const claimSql = (whose: string) => `
  with due as (
    select id from callbacks where ${whose} and due_at <= clock_timestamp()
    order by due_at limit $2 for update skip locked
  ), claimed as (
    update callbacks as c
    set attempt_count = c.attempt_count + 1, due_at = clock_timestamp() + $3::integer * interval '1 millisecond'
    from due where c.id = due.id returning c.*
  )
  select c.id, c.intent_id as "intentId", c.submission_id as "submissionId", t.disposition, c.agent_id as "agentId", c.url,
    c.intent, a.name as "agentName", s.reason, c.created_at as "createdAt", c.attempt_count as "attemptCount",
    (extract(epoch from clock_timestamp() - c.created_at) * 1000)::double precision as "ageMs"
  from claimed c
  join submissions t on t.event_id = ${eventIdOf("c.submission_id")}
  join agents a on a.id = c.intent ->> 'agentId'
  left join submissions s on s.event_id = ${eventIdOf("(c.intent ->> 'submissionId')")}`;

/** A claim moves the due time past the lease: what a dead worker had under way is sent again, under the same id. */
export async function claimCallbacks(
  client: Client,
  whose: Origins,
  limit: number,
  leaseMs: number,
): Promise<DueCallback[]> {
  const [sql, value] =
    "origin" in whose ? [claimSql("origin = $1"), whose.origin] : [claimSql("origin <> all($1)"), whose.except];
  const rows = await client.$queryRawUnsafe<Stored[]>(sql, value, limit, leaseMs);
  return rows.map((row) => ({ ...row, intent: reviveIntent(row.intent) }));
}

const INSTANTS = Object.entries(INTENTS).flatMap(([property, [, type]]) =>
  type.startsWith("timestamptz") ? [property] : [],
);

function reviveIntent(stored: Record<string, unknown>): IntentRow {
  const row = { ...stored };
  for (const name of INSTANTS) if (typeof row[name] === "string") row[name] = new Date(row[name]);
  return row as unknown as IntentRow;
}

/** What was erased meanwhile was told of without its args; the address was needed until now. */
const URL_AFTERWARDS = `case when exists (
  select 1 from submissions s where s.event_id = ${eventIdOf("submission_id")} and s.erased_at is not null) then origin else url end`;

export async function markCallbackDelivered(client: Client, id: string): Promise<void> {
  await client.$executeRawUnsafe(
    `update callbacks set delivered_at = clock_timestamp(), due_at = null, last_error = null, intent = null,
       url = ${URL_AFTERWARDS}
     where id = $1 and due_at is not null`,
    id,
  );
}

export type FailedCallback = { id: string; attemptCount: number; error: string };

/** Only the attempt that failed may say so: a later one has its own lease. */
export async function retryCallback(client: Client, failed: FailedCallback, retryInMs: number): Promise<void> {
  await client.$executeRawUnsafe(
    `update callbacks set last_error = $3, due_at = clock_timestamp() + $4::integer * interval '1 millisecond'
     where id = $1 and attempt_count = $2 and due_at is not null`,
    failed.id,
    failed.attemptCount,
    failed.error,
    retryInMs,
  );
}

/** False when somebody else has had the last word on it. */
export async function giveUpCallback(client: Client, failed: FailedCallback): Promise<boolean> {
  const count = await client.$executeRawUnsafe(
    `update callbacks set given_up_at = clock_timestamp(), due_at = null, last_error = $3, intent = null,
       url = ${URL_AFTERWARDS}
     where id = $1 and attempt_count = $2 and due_at is not null`,
    failed.id,
    failed.attemptCount,
    failed.error,
  );
  return count === 1;
}

export type SealedSecret = { keyId: string; sealed: string };

/** Of every key that works now, the newest first; none of an agent that is disabled. */
export async function listWebhookSecrets(client: Pick<RawTx, "$queryRawUnsafe">, agentId: string) {
  return client.$queryRawUnsafe<SealedSecret[]>(
    `select k.id as "keyId", k.webhook_secret as sealed from agent_keys k join agents a on a.id = k.agent_id
     where k.agent_id = $1 and k.webhook_secret is not null and k.revoked_at is null and a.disabled_at is null
       and (k.expires_at is null or k.expires_at > clock_timestamp())
     order by k.id desc limit $2`,
    agentId,
    SIGNATURES_MAX,
  );
}

/** A header has its bounds; whoever rotates more often than this within the overlap knows the newest secrets. */
const SIGNATURES_MAX = 20;
