/**
 * Letting raw values go. What names an action (key, digests, fingerprints), its state, its effect id and its times stay:
 * duplicates are found and seals hold as before.
 *
 *  E1 Only what has ended is erased, and nothing of which a worker may still have an attempt under way.
 *  E2 Everything an agent, an operator or a downstream wrote about the action goes, wherever a copy of it is.
 *  E3 The intent's version moves: who read it before and saves after loses the race and looks again.
 */
import { sameIdAs } from "@/lib/domain/id";
import { identityDigests } from "@/lib/domain/identity-values";
import type { JsonObject } from "@/lib/domain/json";
import { hexSql } from "./digests";
import { digestLock, takeLocks } from "./locks";
import type { RawTx } from "./raw-transaction";

export const ERASED_WORDS = "(erased)";

export type NamedIntent = { id: string; namespace: string; tool: string; identity: JsonObject };

/** Those of them that are to be erased now (E1), locked until the transaction ends. */
export async function lockEnded(tx: RawTx, intentIds: string[]): Promise<NamedIntent[]> {
  if (intentIds.length === 0) return [];
  return tx.$queryRawUnsafe<NamedIntent[]>(
    `select i.id, i.namespace, i.tool, i.identity from intents i
     where i.id = any($1) and i.ended_at is not null
       and not exists (select 1 from attempts a where a.intent_id = i.id and a.ended_at is null)
     order by i.id for update`,
    intentIds,
  );
}

export async function findNamed(client: Pick<RawTx, "$queryRawUnsafe">, intentIds: string[]): Promise<NamedIntent[]> {
  return client.$queryRawUnsafe<NamedIntent[]>(
    "select id, namespace, tool, identity from intents where id = any($1)",
    intentIds,
  );
}

/** Their rows are locked (`lockEnded`). */
export async function eraseRows(tx: RawTx, intentIds: string[], at: Date): Promise<void> {
  await tx.$executeRawUnsafe(ERASE_SQL, intentIds, at, ERASED_WORDS);
}

/**
 * The locks of intake: whoever folds a submission into one that it resembles has not locked its row, and would add to
 * what is erased meanwhile.
 */
export async function lockIdentities(tx: RawTx, intentIds: string[]): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ identityDigest: string }[]>(
    `select ${hexSql("identity_digest")} as "identityDigest" from intents where id = any($1)`,
    intentIds,
  );
  const ids = rows.map(({ identityDigest }) => digestLock(identityDigest));
  await takeLocks(tx, "pg_advisory_xact_lock", ids);
}

export type NamedBy = { intentId: string; identity: JsonObject };

/** They are no longer found by these values, except by those that are `kept`. */
export async function removeValues(tx: RawTx, removed: NamedBy[], kept: NamedBy[] = []): Promise<void> {
  const still = new Set(valuesOf(kept).map(({ name }) => name));
  const values = valuesOf(removed).filter(({ name }) => !still.has(name));
  if (values.length === 0) return;
  await tx.$executeRawUnsafe(
    `delete from identity_values
     where (digest, intent_id) in (select * from unnest($1::bytea[], $2::text[]))`,
    values.map(({ digest }) => digest),
    values.map(({ intentId }) => intentId),
  );
}

function valuesOf(named: NamedBy[]) {
  return named.flatMap(({ intentId, identity }) =>
    identityDigests(identity).map((digest) => ({ intentId, digest, name: `${intentId} ${digest.toString("hex")}` })),
  );
}

/** A digest still tells one caller's key from another: what comes from elsewhere must not look like a repetition. */
const contextOf = (context: string) => `case when ${context} ->> 'caller' is null then ${context}
  else (${context}::jsonb
    || jsonb_build_object('caller', encode(sha256(convert_to(${context} ->> 'caller', 'UTF8')), 'hex')))::json end`;
const RESEMBLES = `(
  select json_agg((one::jsonb || '{"differences": []}')::json) from json_array_elements(detail -> 'resembles') as one)`;
const DECISIONS = `(
  select json_agg(case when made ->> 'reason' is null then made
    else (made::jsonb || jsonb_build_object('reason', $3::text))::json end)
  from json_array_elements(detail -> 'decisions') as made)`;
const PEOPLE = `(
  select json_agg((one::jsonb || jsonb_build_object('reason', $3::text))::json) from json_array_elements(people) as one)`;
const failureOf = (failure: string) => `case when json_typeof(${failure}) = 'object' is not true then null
  else json_build_object('code', ${failure} ->> 'code', 'message', $3::text) end`;
const wordsOf = (words: string) => `case when ${words} is null then null else $3::text end`;
/** What is told is the intent as it was (`callbacks`), less what the intent itself has lost. */
const TOLD = `case when intent is null then null else (intent::jsonb
  || '{"args": {}, "identity": {}, "callerKey": null, "result": null, "doubt": null}'
  || jsonb_build_object('context', ${contextOf("(intent -> 'context')")}, 'failure', ${failureOf("(intent -> 'failure')")},
    'endedReason', ${wordsOf("(intent ->> 'endedReason')")},
    'correctiveAction', ${wordsOf("(intent ->> 'correctiveAction')")}))::json end`;

/** Where a submission came from, which rule or person decided, that an attempt failed and how its failure is called. */
const DETAIL_LEFT = `nullif(json_strip_nulls(case
  when type in ('submission.recorded', 'submission.refused') then json_build_object(
    'erasedAt', coalesce(detail -> 'erasedAt', to_json($2::timestamptz)), 'run', detail -> 'run', 'step', detail -> 'step',
    'session', detail -> 'session', 'resembles', ${RESEMBLES}, 'inputs', detail -> 'inputs',
    'refusedBecause', ${wordsOf("detail ->> 'refusedBecause'")})
  else json_build_object('decisions', ${DECISIONS}, 'reason', ${wordsOf("detail ->> 'reason'")},
    'failure', ${failureOf("(detail -> 'failure')")})
  end)::text, '{}')::json`;

/** An address that is still needed goes when it was used (`callbacks`). */
const ERASE_SQL = `
  with intent as (
    update intents set args = '{}', identity = '{}', context = ${contextOf("context")}, caller_key = null,
      result = null, doubt = null, failure = ${failureOf("failure")}, ended_reason = ${wordsOf("ended_reason")},
      corrective_action = ${wordsOf("corrective_action")}, version = version + 1
    where id = any($1)
  ), happened as (
    update journal set salt = null, detail = ${DETAIL_LEFT} where intent_id = any($1) and detail is not null
  ), bypass as (
    update bypass_orders set people = ${PEOPLE} where intent_id = any($1)
  ), callback as (
    update callbacks set intent = ${TOLD}, url = case when due_at is null then origin else url end, last_error = null
    where intent_id = any($1)
  )
  update findings set note = $3::text where intent_id = any($1) and note is not null`;

/** Single submissions that tell of somebody else than their intent does. */
export async function eraseSubmissions(tx: RawTx, submissionIds: string[], at: Date): Promise<void> {
  if (submissionIds.length === 0) return;
  await tx.$executeRawUnsafe(
    `update journal set salt = null, detail = (${DETAIL_LEFT}::jsonb - 'resembles')::json where id = any($1)`,
    submissionIds.map((id) => sameIdAs("evt", id)),
    at,
    ERASED_WORDS,
  );
}
